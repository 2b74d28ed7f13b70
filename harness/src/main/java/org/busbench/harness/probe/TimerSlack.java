package org.busbench.harness.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How late the kernel may wake a thread that sleeps: 50 µs unless told otherwise, which every request of the probe would
 * show as latency (proc_pid_timerslack_ns(5)).
 */
final class TimerSlack {

    private TimerSlack() {}

    /** Asks for none for the calling thread; false where that is not possible, and latencies then include the slack. */
    static boolean none() {
        try {
            Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
            Files.writeString(Path.of("/proc").resolve(thread).resolve("timerslack_ns"), "1");
            return true;
        } catch (IOException | UnsupportedOperationException notLinux) {
            return false;
        }
    }
}
