package org.busbench.record;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The checks of this package's constructors. A message names the key as it stands in the file. */
final class Required {

    private Required() {}

    static <T> T present(T value, String key) {
        if (value == null) {
            throw new IllegalArgumentException("'" + key + "' is missing");
        }
        return value;
    }

    static String text(String value, String key) {
        if (present(value, key).isBlank()) {
            throw new IllegalArgumentException("'" + key + "' is empty");
        }
        return value;
    }

    static int positive(int value, String key) {
        if (value < 1) {
            throw new IllegalArgumentException("'" + key + "' must be at least 1, not " + value);
        }
        return value;
    }

    static long notNegative(long value, String key) {
        if (value < 0) {
            throw new IllegalArgumentException("'" + key + "' must not be negative, not " + value);
        }
        return value;
    }

    static double notNegative(double value, String key) {
        if (!Double.isFinite(value) || value < 0) {
            throw new IllegalArgumentException("'" + key + "' must be a number from 0 up, not " + value);
        }
        return value;
    }

    static String path(String value, String key) {
        if (value != null && (!value.matches("[A-Za-z0-9._/-]+") || value.startsWith("/") || value.contains(".."))) {
            throw new IllegalArgumentException("'" + key + "' must be a path inside the run directory, not " + value);
        }
        return value;
    }

    /** An unchangeable copy in the same order; empty for null. */
    static <T> List<T> listOrEmpty(List<T> values) {
        return values == null ? List.of() : List.copyOf(values);
    }

    /** An unchangeable copy in the same order; empty for null. */
    static <K, V> Map<K, V> mapOrEmpty(Map<K, V> values) {
        return values == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    static <T, C extends Collection<T>> C notEmpty(C values, String key) {
        if (present(values, key).isEmpty()) {
            throw new IllegalArgumentException("'" + key + "' is empty");
        }
        return values;
    }
}
