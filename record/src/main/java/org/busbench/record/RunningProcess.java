package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;

/** A process as it ran, read from the operating system. */
@JsonInclude(Include.NON_EMPTY)
public record RunningProcess(List<String> commandLine, Program program, String javaVersion, List<String> jvmFlags) {

    /** Nothing is known of the process, or there is none. */
    public static final RunningProcess NONE = new RunningProcess(null, null, null, null);

    /** The executable of a running process, and the {@link ProgramFiles} beside it. */
    @JsonInclude(Include.NON_NULL)
    public record Program(String path, String sha256, String versionOutput, String jarsSha256) {

        public Program {
            Required.text(path, "program.path");
        }
    }

    public RunningProcess {
        commandLine = Required.listOrEmpty(commandLine);
        jvmFlags = Required.listOrEmpty(jvmFlags);
    }
}
