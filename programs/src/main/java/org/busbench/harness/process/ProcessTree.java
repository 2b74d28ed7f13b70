package org.busbench.harness.process;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.busbench.harness.adapter.Adapter.Stop;
import org.busbench.harness.process.ProcessId.ProcFile;
import org.busbench.harness.text.Problem;

/** A process with all that it started, also after it has ended itself. */
record ProcessTree(ProcessId root) {
    private static final Duration SECOND_THOUGHTS = Duration.ofSeconds(2);
    private static final Duration KILL_LIMIT = Duration.ofSeconds(10);
    private static final long POLL_MILLIS = 20;

    Set<ProcessId> members() {
        Set<ProcessId> members = new LinkedHashSet<>();
        boolean alive = root.alive();
        if (alive) {
            members.add(root);
            ProcessHandle.of(root.pid()).stream()
                    .flatMap(ProcessHandle::descendants)
                    .flatMap(child -> ProcessId.of(child.pid()).stream())
                    .forEach(members::add);
        }
        boolean pidReused = !alive && ProcessId.of(root.pid()).isPresent();
        if (!pidReused) {
            group().forEach(members::add);
        }
        return members;
    }

    /** The process group that the root leads, when it was started as a leader: orphans stay in it. */
    private Stream<ProcessId> group() {
        if (!ProcFile.available()) {
            return Stream.empty();
        }
        return ProcFile.all().stream()
                .filter(process -> process.group() == root.pid() && process.lives())
                .map(process -> new ProcessId(process.pid(), process.startTicks()));
    }

    /**
     * Ends it: the root is asked and given time to end its own children; what is left is asked again, then killed.
     * An interrupt shortens the waiting and does not prevent the end.
     *
     * @return whether it went without being killed
     */
    boolean end(Stop stop) {
        Set<ProcessId> members = members();
        Waiting waiting = new Waiting();
        if (root.alive()) {
            Signals.send(stop.signal(), root);
            waiting.until(() -> !root.alive(), stop.within());
        }
        boolean graceful = !root.alive();
        members.addAll(members());
        if (graceful && anyAlive(members)) {
            alive(members).forEach(member -> Signals.send("TERM", member));
            waiting.until(() -> !anyAlive(members), SECOND_THOUGHTS);
        }
        boolean killed = anyAlive(members);
        if (killed) {
            kill(members);
        }
        waiting.restoreInterrupt();
        return !killed;
    }

    private static void kill(Set<ProcessId> members) {
        alive(members).forEach(member -> Signals.send("KILL", member));
        Waiting waiting = new Waiting();
        waiting.ignoringInterrupts(() -> !anyAlive(members), KILL_LIMIT);
        waiting.restoreInterrupt();
        if (anyAlive(members)) {
            throw new Problem("cannot end the processes "
                    + alive(members).stream().map(ProcessId::pid).toList() + ": end them by hand");
        }
    }

    private static boolean anyAlive(Set<ProcessId> members) {
        return members.stream().anyMatch(ProcessId::alive);
    }

    private static List<ProcessId> alive(Set<ProcessId> members) {
        return members.stream().filter(ProcessId::alive).toList();
    }

    /** Polls until something is so; remembers an interrupt for later. */
    private static final class Waiting {
        private boolean interrupted;

        void until(java.util.function.BooleanSupplier done, Duration limit) {
            wait(done, limit, true);
        }

        void ignoringInterrupts(java.util.function.BooleanSupplier done, Duration limit) {
            wait(done, limit, false);
        }

        private void wait(java.util.function.BooleanSupplier done, Duration limit, boolean interruptible) {
            long deadline = System.nanoTime() + limit.toNanos();
            while (!done.getAsBoolean() && System.nanoTime() < deadline && !(interruptible && interrupted)) {
                try {
                    Thread.sleep(POLL_MILLIS);
                } catch (InterruptedException interrupt) {
                    interrupted = true;
                }
            }
        }

        void restoreInterrupt() {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Sends signals; to a process that has ended in the meantime, none. */
    static final class Signals {
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
}
