package org.busbench.reports.jtl;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.busbench.record.RunProblem;

/**
 * To which cell the samples of a file belong, as far as it is said. What is not said is null.
 *
 * @param block which repeat, from 1
 */
public record Labels(String adapter, String scenario, String payload, Integer concurrency, Integer block) {

    private static final String FORM = "FILE=ADAPTER[,SCENARIO[,PAYLOAD[,cCLIENTS[,bREPEAT]]]]";
    private static final String CLIENTS = "c[1-9][0-9]{0,6}";
    private static final String REPEAT = "b[1-9][0-9]{0,4}";

    /**
     * Reads a file's name: {@code ADAPTER-SCENARIO-PAYLOAD-cCLIENTS-bREPEAT@HOST.jtl}, of which each part may be absent, and
     * the host says nothing here. An adapter's name may hold hyphens, so a scenario is only known by its name.
     *
     * @param folder by which the file differs from others of its name: it says in the same form what the name does not, and all
     *     where the name is but one word, such as results.jtl; empty when no other file has the name
     * @param scenarios names of those that are known
     */
    static Labels ofName(Path file, String folder, Set<String> scenarios) {
        Labels own = of(
                file.getFileName()
                        .toString()
                        .replaceFirst("(?i)\\.gz$", "")
                        .replaceFirst("(?i)\\.(jtl|csv)$", "")
                        .replaceFirst("@[^@]*$", ""),
                scenarios);
        Labels others = of(folder, scenarios);
        return others.adapter == null || !own.equals(new Labels(own.adapter, null, null, null, null))
                ? own.or(others)
                : others;
    }

    private static Labels of(String name, Set<String> scenarios) {
        List<String> parts = new ArrayList<>(Arrays.asList(name.split("-", -1)));
        Integer block = number(taken(parts, REPEAT));
        Integer concurrency = number(taken(parts, CLIENTS));
        String payload = taken(parts, "[0-9]{3,6}|[0-9]{1,4}K");
        String rest = String.join("-", parts);
        String scenario = scenarios.stream()
                .filter(known -> rest.equals(known) || rest.endsWith("-" + known))
                .max(Comparator.comparingInt(String::length))
                .orElse(null);
        String adapter =
                scenario == null ? rest : rest.substring(0, Math.max(0, rest.length() - scenario.length() - 1));
        return new Labels(adapter.isBlank() ? null : adapter, scenario, payload, concurrency, block);
    }

    private static String taken(List<String> parts, String pattern) {
        int last = parts.size() - 1;
        return last >= 0 && parts.get(last).matches(pattern) ? parts.remove(last) : null;
    }

    private static Integer number(String part) {
        return part == null ? null : Integer.valueOf(part.substring(1));
    }

    /**
     * Reads what follows the file in an option: {@code ADAPTER,SCENARIO,PAYLOAD,cCLIENTS,bREPEAT}, of which the last ones
     * may be absent and any may be empty.
     *
     * @param text for example {@code camel,cbr,500,c20}
     * @throws RunProblem when it is none
     */
    public static Labels parse(String text) {
        List<String> parts = new ArrayList<>(Arrays.asList(text.split(",", -1)));
        if (parts.size() > 5) {
            throw new RunProblem("--label '" + text + "' has more than five parts; it is " + FORM);
        }
        parts.replaceAll(part -> part.isBlank() ? null : part.trim());
        parts.addAll(Collections.nCopies(5 - parts.size(), null));
        return new Labels(
                parts.get(0),
                parts.get(1),
                parts.get(2),
                checked(parts.get(3), CLIENTS, "clients, as in c20", text),
                checked(parts.get(4), REPEAT, "a repeat, as in b1", text));
    }

    private static Integer checked(String part, String pattern, String what, String text) {
        if (part != null && !part.matches(pattern)) {
            throw new RunProblem("--label '" + text + "' has '" + part + "' in place of " + what + "; it is " + FORM);
        }
        return number(part);
    }

    /** These labels, completed by those of another. */
    Labels or(Labels other) {
        return new Labels(
                adapter == null ? other.adapter : adapter,
                scenario == null ? other.scenario : scenario,
                payload == null ? other.payload : payload,
                concurrency == null ? other.concurrency : concurrency,
                block == null ? other.block : block);
    }
}
