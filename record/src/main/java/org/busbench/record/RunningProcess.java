package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;

/**
 * A process as it ran, read from the operating system.
 *
 * @param commandLine empty when there is no process
 * @param program its executable; null when it was not read
 * @param javaVersion null when it is not a JVM
 * @param jvmFlags as the running JVM has them, defaults included; empty when it is not a JVM, or does not tell
 */
@JsonInclude(Include.NON_EMPTY)
public record RunningProcess(List<String> commandLine, Program program, String javaVersion, List<String> jvmFlags) {

    /** Nothing is known of the process, or there is none. */
    public static final RunningProcess NONE = new RunningProcess(null, null, null, null);

    /**
     * The executable of a running process.
     *
     * @param path where it lies
     * @param sha256 of its bytes, read through the process; null when it could not be read
     * @param versionOutput what it prints when it is asked for its version, as its adapter asks; null when it was not asked
     */
    @JsonInclude(Include.NON_NULL)
    public record Program(String path, String sha256, String versionOutput) {

        /** Refuses one without a path. */
        public Program {
            Required.text(path, "program.path");
        }
    }

    /** What is absent becomes empty. */
    public RunningProcess {
        commandLine = Required.listOrEmpty(commandLine);
        jvmFlags = Required.listOrEmpty(jvmFlags);
    }
}
