package org.busbench.harness.adapter;

import java.util.Optional;

/** Where a program comes from that an adapter starts by its bare name. */
public sealed interface ProgramSource {
    /** Its name. */
    String program();

    /** Where the adapter's file asks for it. */
    int line();

    /**
     * A package of the Debian family of systems: the program that is installed, or else the package's own, unpacked.
     *
     * @param name of the package
     * @param version the exact one; empty for any
     * @param program name of the program in it
     * @param line where the adapter's file asks for it
     */
    record Debian(String name, Optional<String> version, String program, int line) implements ProgramSource {
        @Override
        public String toString() {
            return "debian:" + name + version.map(exact -> "=" + exact).orElse("");
        }
    }

    /**
     * A Go module that is a program, built here.
     *
     * @param module path of the module, or of the package in it
     * @param version the exact one
     * @param program name of the program, as {@code go install} calls it
     * @param line where the adapter's file asks for it
     */
    record GoModule(String module, String version, String program, int line) implements ProgramSource {
        @Override
        public String toString() {
            return "go:" + module + "@" + version;
        }
    }
}
