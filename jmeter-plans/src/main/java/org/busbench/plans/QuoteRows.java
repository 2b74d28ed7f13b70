package org.busbench.plans;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rows of {@code data/quotes.csv}, the same on every machine: any three rows from a multiple of three hold {@code IBM},
 * {@code MSFT} and another symbol once each, in a random order, so that even a short stretch of load is balanced over
 * the three routes.
 */
public final class QuoteRows {
    /** The first line of the file: the names of the plans' variables. */
    public static final String HEADER = "symbol,nonce,route";

    private static final int ROWS = 6_000;
    private static final int OTHER_SYMBOLS = 300;
    private static final long SEED = 20_070_713L;

    private QuoteRows() {}

    /**
     * What makes one request different from the next.
     *
     * @param nonce 16 lower-case hex digits
     * @param route the instance that CBR must reach
     */
    public record Row(String symbol, String nonce, String route) {}

    /**
     * Writes the file anew.
     *
     * @param arguments the file, e.g. {@code jmeter-plans/data/quotes.csv}
     * @throws IOException when it cannot be written
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            PrintStream console = System.err;
            console.println("usage: QuoteRows FILE");
            System.exit(2);
        }
        Files.write(Path.of(arguments[0]), lines());
    }

    /** The lines of the file, its header included. */
    public static List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(HEADER));
        for (Row row : rows()) {
            lines.add(row.symbol() + ',' + row.nonce() + ',' + row.route());
        }
        return lines;
    }

    public static List<Row> rows() {
        Random random = new Random(SEED);
        List<String> others = otherSymbols(random);
        Set<String> nonces = new TreeSet<>();
        List<Row> rows = new ArrayList<>();
        while (rows.size() < ROWS) {
            List<String> three = new ArrayList<>(List.of("IBM", "MSFT", others.get(random.nextInt(others.size()))));
            Collections.shuffle(three, random);
            for (String symbol : three) {
                rows.add(new Row(symbol, nextNonce(random, nonces), route(symbol)));
            }
        }
        return rows;
    }

    private static String nextNonce(Random random, Set<String> taken) {
        String nonce;
        do {
            nonce = String.format("%016x", random.nextLong());
        } while (!taken.add(nonce));
        return nonce;
    }

    private static String route(String symbol) {
        return switch (symbol) {
            case "IBM" -> "backend-A";
            case "MSFT" -> "backend-B";
            default -> "backend-C";
        };
    }

    /** Tickers of three or four letters; those that merely contain a routed symbol catch a careless expression. */
    private static List<String> otherSymbols(Random random) {
        Set<String> symbols = new TreeSet<>(List.of("IBMX", "AIBM", "MSF", "XMSF", "MSFU"));
        while (symbols.size() < OTHER_SYMBOLS) {
            StringBuilder symbol = new StringBuilder();
            int length = 3 + random.nextInt(2);
            while (symbol.length() < length) {
                symbol.append((char) ('A' + random.nextInt(26)));
            }
            symbols.add(symbol.toString());
        }
        symbols.removeAll(Set.of("IBM", "MSFT"));
        return List.copyOf(symbols);
    }
}
