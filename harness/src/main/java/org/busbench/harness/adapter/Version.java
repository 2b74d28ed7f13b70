package org.busbench.harness.adapter;

import java.util.List;
import java.util.regex.Pattern;

/** Where an adapter's version is known from. */
public sealed interface Version {
    /** The file says it. */
    record Stated(String version) implements Version {}

    /**
     * A command prints it.
     *
     * @param command to run
     * @param pattern whose first group is the version in what it prints
     * @param line where the file says so
     */
    record Printed(List<String> command, Pattern pattern, int line) implements Version {
        /** Makes the list unchangeable. */
        public Printed {
            command = List.copyOf(command);
        }
    }
}
