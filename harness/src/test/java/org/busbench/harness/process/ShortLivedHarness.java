package org.busbench.harness.process;

import java.nio.file.Path;
import java.util.Map;

/** A harness that starts a tree of processes, says so, and waits to be killed. */
public final class ShortLivedHarness {
    private ShortLivedHarness() {}

    /**
     * Runs it.
     *
     * @param arguments folder, script of the process, and {@code wait} or {@code detach}
     */
    public static void main(String[] arguments) throws InterruptedException {
        Path folder = Path.of(arguments[0]);
        try (Supervisor supervisor = Supervisor.open(folder)) {
            ManagedProcess process = supervisor.start(Specs.shell(folder, "mediator", arguments[1]));
            if (arguments[2].equals("detach")) {
                DetachedTestBed.detach(
                        supervisor, folder, "sample", "2026-01-01T00:00:00Z", Map.of("cbr", "http://x/"));
            }
            System.out.println(process.id().pid());
            if (arguments[2].equals("wait")) {
                Thread.sleep(Long.MAX_VALUE);
            }
        }
    }
}
