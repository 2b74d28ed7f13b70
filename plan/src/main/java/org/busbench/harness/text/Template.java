package org.busbench.harness.text;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Text with <code>${name}</code> expressions in it, which remembers where it was written. A doubled dollar sign before the
 * brace stands for a plain one; any other dollar sign is itself.
 *
 * @param line of {@code file} in which {@code text} begins
 */
public record Template(String text, Path file, int line) {
    private static final String UNCLOSED = "'${' without '}': close the expression, or write $${ for a plain ${";

    private record Part(String text, boolean expression, int offset) {}

    /** Refuses an expression that is not closed. */
    public Template(String text, Path file, int line) {
        this.text = text;
        this.file = file;
        this.line = line;
        parts();
    }

    /** Reads a template; {@code line} is the one of {@code file} in which {@code text} begins. */
    public static Template parse(String text, Path file, int line) {
        return new Template(text, file, line);
    }

    /** The names that it uses, in order. */
    public List<String> names() {
        return parts().stream().filter(Part::expression).map(Part::text).toList();
    }

    /** Refuses an expression that is not one of the known names. */
    public void check(Collection<String> known) {
        for (Part part : parts()) {
            if (part.expression() && !known.contains(part.text())) {
                throw unknown(part, known);
            }
        }
    }

    /** Replaces every expression by its value. */
    public String expand(Map<String, String> values) {
        StringBuilder expanded = new StringBuilder();
        for (Part part : parts()) {
            expanded.append(part.expression() ? value(part, values) : part.text());
        }
        return expanded.toString();
    }

    /** This template with some of its expressions replaced. */
    public Template with(Map<String, String> values) {
        StringBuilder replaced = new StringBuilder();
        for (Part part : parts()) {
            String value = part.expression() ? values.get(part.text()) : null;
            if (part.expression() && value == null) {
                replaced.append("${").append(part.text()).append('}');
            } else {
                replaced.append((value == null ? part.text() : value).replace("${", "$${"));
            }
        }
        return new Template(replaced.toString(), file, line);
    }

    private String value(Part part, Map<String, String> values) {
        return Optional.ofNullable(values.get(part.text())).orElseThrow(() -> unknown(part, values.keySet()));
    }

    private ConfigProblem unknown(Part part, Collection<String> known) {
        List<String> sorted = known.stream().sorted().toList();
        return new ConfigProblem(
                file,
                lineOf(part.offset()),
                part.text().contains("\n")
                        ? UNCLOSED
                        : "unknown expression ${" + part.text() + "}" + Nearest.hint(part.text(), sorted));
    }

    private List<Part> parts() {
        List<Part> found = new ArrayList<>();
        int at = 0;
        for (int open = text.indexOf("${"); open >= 0; open = text.indexOf("${", at)) {
            boolean escaped = open > at && text.charAt(open - 1) == '$';
            if (escaped) {
                found.add(new Part(text.substring(at, open - 1) + "${", false, at));
                at = open + 2;
                continue;
            }
            int close = text.indexOf('}', open);
            if (close < 0) {
                throw new ConfigProblem(file, lineOf(open), UNCLOSED);
            }
            found.add(new Part(text.substring(at, open), false, at));
            found.add(new Part(text.substring(open + 2, close), true, open));
            at = close + 1;
        }
        found.add(new Part(text.substring(at), false, at));
        return List.copyOf(found);
    }

    private int lineOf(int offset) {
        return line
                + (int) text.substring(0, offset).chars().filter(c -> c == '\n').count();
    }

    @Override
    public String toString() {
        return text;
    }
}
