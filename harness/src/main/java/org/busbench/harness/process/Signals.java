package org.busbench.harness.process;

import java.io.IOException;
import org.busbench.harness.text.Problem;

/** Sends signals; to a process that has ended in the meantime, none. */
final class Signals {
    private Signals() {}

    static void send(String signal, ProcessId process) {
        if (!process.alive()) {
            return;
        }
        switch (signal) {
            case "TERM" -> ProcessHandle.of(process.pid()).ifPresent(ProcessHandle::destroy);
            case "KILL" -> ProcessHandle.of(process.pid()).ifPresent(ProcessHandle::destroyForcibly);
            default -> viaShell(signal, process);
        }
    }

    /** The JDK knows two signals only; every POSIX shell has kill built in. */
    private static void viaShell(String signal, ProcessId process) {
        String command = "kill -s " + signal + " " + process.pid();
        try {
            int exit = new ProcessBuilder("sh", "-c", command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            if (exit != 0 && process.alive()) {
                throw new Problem("'" + command + "' failed with exit code " + exit);
            }
        } catch (IOException noShell) {
            throw new Problem("cannot run '" + command + "': " + Problem.brief(noShell), noShell);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }
}
