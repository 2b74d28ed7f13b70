package org.busbench.reports.browser;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.zip.GZIPInputStream;

/**
 * The rows of a packed log whose fields hold no comma, read by other means than the report reads them: the page is compared
 * with this. Kept are those of one number of threads, in the seconds in which it stood still.
 */
final class RawSamples {

    private final long[] latenciesMillis;
    private final int seconds;

    RawSamples(Path log, int threads, int warmupSeconds) {
        List<String[]> rows = rows(log);
        List<String> header = Arrays.asList(rows.get(0));
        TreeMap<Long, List<String[]>> bySecond = new TreeMap<>();
        Set<Long> underWay = new HashSet<>();
        for (String[] row : rows.subList(1, rows.size())) {
            long start = Long.parseLong(row[header.indexOf("timeStamp")]);
            long end = start + Long.parseLong(row[header.indexOf("elapsed")]);
            bySecond.computeIfAbsent(end / 1000, unused -> new ArrayList<>()).add(row);
            LongStream.rangeClosed(start / 1000, end / 1000).forEach(underWay::add);
        }
        int active = header.indexOf("allThreads");
        List<Long> steady = bySecond.entrySet().stream()
                .filter(second ->
                        second.getValue().stream().allMatch(row -> row[active].equals(Integer.toString(threads))))
                .map(Map.Entry::getKey)
                .toList();
        long first = steady.get(0);
        long last = steady.get(steady.size() - 1);
        if (last - first != steady.size() - 1) {
            throw new IllegalArgumentException(log + ": the seconds of " + threads + " threads are not one stretch");
        }
        long from = (underWay.contains(first - 1) ? first : first + 1) + warmupSeconds;
        long to = underWay.contains(last + 1) ? last + 1 : last;
        seconds = (int) (to - from);
        latenciesMillis = bySecond.subMap(from, to).values().stream()
                .flatMap(List::stream)
                .filter(row -> row[header.indexOf("success")].equals("true"))
                .mapToLong(row -> Long.parseLong(row[header.indexOf("elapsed")]))
                .sorted()
                .toArray();
    }

    double goodputPerSecond() {
        return (double) latenciesMillis.length / seconds;
    }

    long verified() {
        return latenciesMillis.length;
    }

    /** The value that so many percent of the samples do not exceed, in µs. */
    double percentileMicros(double percent) {
        return 1000.0 * latenciesMillis[(int) Math.ceil(percent / 100 * latenciesMillis.length) - 1];
    }

    private static List<String[]> rows(Path log) {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(log)), StandardCharsets.US_ASCII))) {
            return in.lines().map(line -> line.split(",", -1)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
