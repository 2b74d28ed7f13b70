package org.busbench.harness.suite;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether the parties of a trial are kept to CPUs of their own. */
public enum Pinning {
    /** Where there are CPUs enough for it. */
    AUTO,
    /** The operating system decides. */
    NONE;

    /**
     * The name as it stands in suites and records.
     *
     * @return {@code auto} or {@code none}
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The choice of a name.
     *
     * @param label the name
     * @return empty when there is none
     */
    public static Optional<Pinning> of(String label) {
        return Stream.of(values())
                .filter(pinning -> pinning.label().equals(label))
                .findFirst();
    }

    /**
     * All names.
     *
     * @return the names
     */
    public static List<String> labels() {
        return Stream.of(values()).map(Pinning::label).toList();
    }
}
