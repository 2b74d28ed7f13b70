package org.busbench.harness.scenario;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Rows of data that are made from a seed, the same on every machine: each takes a value of each column by chance, and has a
 * nonce that no other row has.
 *
 * @param file where they are written; CSV
 * @param count how many
 * @param columns the values of each column; the column {@code nonce} comes after them
 */
public record GeneratedRows(Path file, int count, long seed, Map<String, List<String>> columns) {
    public static final String FILE_NAME = "rows.csv";

    private static final HexFormat HEX = HexFormat.of();

    /** Odd, so that its multiples do not repeat within 2^64. */
    private static final long STEP = 0x9E3779B97F4A7C15L;

    public GeneratedRows {
        columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
    }

    public List<String> names() {
        List<String> names = new ArrayList<>(columns.keySet());
        names.add(Scenario.NONCE);
        return names;
    }

    public String text() {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder(String.join(",", names())).append('\n');
        for (int row = 0; row < count; row++) {
            for (List<String> values : columns.values()) {
                text.append(values.get(random.nextInt(values.size()))).append(',');
            }
            text.append(HEX.toHexDigits(mixed(seed + (row + 1) * STEP))).append('\n');
        }
        return text.toString();
    }

    Map<String, String> first() {
        String[] fields = new GeneratedRows(file, 1, seed, columns).text().split("[,\n]", -1);
        Map<String, String> row = new LinkedHashMap<>();
        List<String> names = names();
        for (int i = 0; i < names.size(); i++) {
            row.put(names.get(i), fields[names.size() + i]);
        }
        return row;
    }

    /** The finalizer of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014), which maps no two numbers to one. */
    private static long mixed(long value) {
        long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
