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
 */
public final class Template {
    private static final String UNCLOSED = "'${' without '}': close the expression, or write $${ for a plain ${";

    private final String text;
    private final Path file;
    private final int firstLine;
    private final List<Part> parts;

    private record Part(String text, boolean expression, int offset) {}

    private Template(String text, Path file, int firstLine) {
        this.text = text;
        this.file = file;
        this.firstLine = firstLine;
        this.parts = split();
    }

    /**
     * Reads a template.
     *
     * @param firstLine the line of {@code file} in which {@code text} begins
     * @throws ConfigProblem at an expression that is not closed
     */
    public static Template parse(String text, Path file, int firstLine) {
        return new Template(text, file, firstLine);
    }

    public String text() {
        return text;
    }

    public int line() {
        return firstLine;
    }

    /** The names that it uses, in order. */
    public List<String> names() {
        return parts.stream().filter(Part::expression).map(Part::text).toList();
    }

    /** Refuses an expression that is not one of the known names. */
    public void check(Collection<String> known) {
        for (Part part : parts) {
            if (part.expression() && !known.contains(part.text())) {
                throw unknown(part, known);
            }
        }
    }

    /** Replaces every expression by its value. */
    public String expand(Map<String, String> values) {
        StringBuilder expanded = new StringBuilder();
        for (Part part : parts) {
            expanded.append(part.expression() ? value(part, values) : part.text());
        }
        return expanded.toString();
    }

    /** This template with some of its expressions replaced. */
    public Template with(Map<String, String> values) {
        StringBuilder replaced = new StringBuilder();
        for (Part part : parts) {
            String value = part.expression() ? values.get(part.text()) : null;
            if (part.expression() && value == null) {
                replaced.append("${").append(part.text()).append('}');
            } else {
                replaced.append((value == null ? part.text() : value).replace("${", "$${"));
            }
        }
        return new Template(replaced.toString(), file, firstLine);
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

    private List<Part> split() {
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
        return firstLine
                + (int) text.substring(0, offset).chars().filter(c -> c == '\n').count();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Template template
                && text.equals(template.text)
                && file.equals(template.file)
                && firstLine == template.firstLine;
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
