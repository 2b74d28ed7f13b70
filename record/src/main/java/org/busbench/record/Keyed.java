package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A constant that stands in files by a word. */
public interface Keyed {
    /** As the constant is written in code. */
    String name();

    /** The word in files: {@code NOT_SERVED} is {@code not-served}. */
    @JsonValue
    default String key() {
        return of(name());
    }

    /** The word for a constant of any kind. */
    static String of(Enum<?> constant) {
        return of(constant.name());
    }

    private static String of(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The constant with this word; empty for an unknown one. */
    static <T extends Keyed> Optional<T> find(T[] constants, String key) {
        return Stream.of(constants)
                .filter(constant -> constant.key().equals(key))
                .findFirst();
    }
}
