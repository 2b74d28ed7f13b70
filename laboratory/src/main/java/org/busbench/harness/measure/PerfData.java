package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The counters that every HotSpot JVM keeps in a memory-mapped file for {@code jstat}, unless it is started with
 * {@code -XX:-UsePerfData}. Reading them needs nothing of the process and costs it nothing. The layout is that of
 * version 2.0 ({@code perfMemory.hpp}), the same from JDK 5 on.
 */
record PerfData(Map<String, Long> counters) {

    static final String SOURCE = "hsperfdata";

    private static final int MAGIC = 0xcafec0c0;
    private static final int PROLOGUE = 32;
    private static final int ENTRY = 20;
    private static final byte TYPE_LONG = 'J';

    PerfData {
        counters = Map.copyOf(counters);
    }

    /** Reads those of a running JVM; empty when it is no JVM, or keeps none. */
    static Optional<PerfData> of(long pid) {
        for (Path file : JvmFiles.counters(pid)) {
            try {
                return parse(Files.readAllBytes(file));
            } catch (IOException ended) {
                // It ended meanwhile.
            }
        }
        return Optional.empty();
    }

    /** Reads the file's bytes; empty when they are no such file, or one that its JVM is still filling. */
    static Optional<PerfData> parse(byte[] bytes) {
        ByteBuffer data = ByteBuffer.wrap(bytes);
        if (bytes.length < PROLOGUE || data.getInt(0) != MAGIC || data.get(5) != 2 || data.get(7) != 1) {
            return Optional.empty();
        }
        data.order(data.get(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        int at = data.getInt(24);
        int entries = data.getInt(28);
        Map<String, Long> counters = new HashMap<>();
        for (int i = 0; i < entries && at + ENTRY <= bytes.length; i++) {
            int length = data.getInt(at);
            if (length < ENTRY || at + length > bytes.length) {
                break;
            }
            boolean scalar = data.getInt(at + 8) == 0;
            if (scalar && data.get(at + 12) == TYPE_LONG) {
                counters.put(name(bytes, at + data.getInt(at + 4)), data.getLong(at + data.getInt(at + 16)));
            }
            at += length;
        }
        return Optional.of(new PerfData(counters));
    }

    /** A counter's value; 0 when there is none of that name. */
    long count(String name) {
        return counters.getOrDefault(name, 0L);
    }

    /** The sum of all counters whose names match. */
    long sum(Pattern names) {
        return counters.entrySet().stream()
                .filter(counter -> names.matcher(counter.getKey()).matches())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static String name(byte[] bytes, int start) {
        int end = start;
        while (bytes[end] != 0) {
            end++;
        }
        return new String(bytes, start, end - start, StandardCharsets.UTF_8);
    }
}
