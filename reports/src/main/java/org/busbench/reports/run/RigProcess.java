package org.busbench.reports.run;

import java.util.List;

/**
 * A process of the rig, as it ran.
 *
 * @param commandLine read from the running process
 * @param javaVersion of the running process; null when it is not a JVM
 * @param jvmFlags as the running JVM has them; empty when it is not a JVM, or does not tell
 * @param program its executable; null when it was not read
 */
public record RigProcess(List<String> commandLine, String javaVersion, List<String> jvmFlags, Program program) {

    /** What is absent becomes empty. */
    public RigProcess {
        commandLine = commandLine == null ? List.of() : List.copyOf(commandLine);
        jvmFlags = jvmFlags == null ? List.of() : List.copyOf(jvmFlags);
    }
}
