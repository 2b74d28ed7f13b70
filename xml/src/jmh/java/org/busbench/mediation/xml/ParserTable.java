package org.busbench.mediation.xml;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs {@link TokenizerBenchmark} and prints its results as a table in Markdown, the worst case on top. Takes the options of JMH. */
public final class ParserTable {
    private static final List<String> COLUMNS = List.of("tokenizer", "skipping", "aalto", "woodstox", "jdk");

    private ParserTable() {}

    /** Measures, then prints. */
    public static void main(String[] args) throws CommandLineOptionException, RunnerException {
        Map<String, Map<String, Double>> speeds = new TreeMap<>();
        for (RunResult result : new Runner(new OptionsBuilder()
                        .parent(new CommandLineOptions(args))
                        .include(TokenizerBenchmark.class.getName())
                        .shouldFailOnError(true)
                        .build())
                .run()) {
            speeds.computeIfAbsent(result.getParams().getParam("corpus"), corpus -> new TreeMap<>())
                    .put(
                            result.getPrimaryResult().getLabel(),
                            result.getSecondaryResults().get("bytes").getScore() / 1e9);
        }
        System.out.println("\n| GB/s | " + String.join(" | ", COLUMNS) + " | tokenizer : aalto |");
        System.out.println("|---|" + "---|".repeat(COLUMNS.size() + 1));
        speeds.entrySet().stream()
                .sorted(Comparator.comparingDouble(row -> ratio(row.getValue())))
                .forEach(row -> print(row.getKey(), row.getValue()));
        double logarithms = speeds.values().stream()
                .mapToDouble(row -> Math.log(ratio(row)))
                .average()
                .orElseThrow();
        System.out.printf(Locale.ROOT, "%nGeometric mean of the ratios: %.2f%n", Math.exp(logarithms));
    }

    private static double ratio(Map<String, Double> row) {
        return row.getOrDefault("tokenizer", Double.NaN) / row.getOrDefault("aalto", Double.NaN);
    }

    private static void print(String corpus, Map<String, Double> row) {
        System.out.printf("| %s |", corpus);
        for (String column : COLUMNS) {
            System.out.printf(Locale.ROOT, " %.2f |", row.getOrDefault(column, Double.NaN));
        }
        System.out.printf(Locale.ROOT, " %.2f |%n", ratio(row));
    }
}
