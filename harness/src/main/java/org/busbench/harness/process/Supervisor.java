package org.busbench.harness.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.busbench.harness.text.Problem;

/**
 * Starts processes and ends them all: on {@link #close}, when the JVM shuts down (Ctrl-C too), and, through the
 * {@link Guardian}, when the JVM is killed. What even that leaves is in the {@link PidFile}. Safe for use by several
 * threads; a process that is not up yet is ended as well.
 */
public final class Supervisor implements AutoCloseable {
    /** Variables by which a user's shell would change the JVMs under test without a trace in the record. */
    private static final List<String> HIDDEN_JVM_SETTINGS =
            List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH");

    private final Guardian guardian;
    private final PidFile ledger;
    private final Deque<ManagedProcess> running = new ArrayDeque<>();
    private final Thread hook = new Thread(this::shutDown, "end-processes");
    private final CountDownLatch ended = new CountDownLatch(1);
    private boolean closed;

    private Supervisor(Guardian guardian, PidFile ledger) {
        this.guardian = guardian;
        this.ledger = ledger;
    }

    /**
     * Makes a supervisor.
     *
     * @param state folder for the ledger and the guardian's log
     * @throws Problem when the JVM is ending
     */
    public static Supervisor open(Path state) {
        PidFile ledger = PidFile.open(state);
        Supervisor supervisor = new Supervisor(Guardian.start(state.resolve("guardian.log")), ledger);
        try {
            Runtime.getRuntime().addShutdownHook(supervisor.hook);
            return supervisor;
        } catch (IllegalStateException shuttingDown) {
            supervisor.close();
            throw new Problem("nothing is started: busbench is ending", shuttingDown);
        }
    }

    /**
     * Starts a process and waits until it is up.
     *
     * @throws Problem when a port is taken or the process does not come up; nothing of it is left then
     * @throws InterruptedException when this thread was interrupted; nothing of it is left then
     */
    public ManagedProcess start(ProcessSpec spec) throws InterruptedException {
        spec.ports().forEach(PortClaim::requireFree);
        ManagedProcess process = begin(spec);
        boolean up = false;
        try {
            if (spec.ready().isPresent()) {
                process.awaitReady(spec.ready().get());
            }
            up = true;
            return process;
        } finally {
            if (!up) {
                process.stop();
            }
        }
    }

    private synchronized ManagedProcess begin(ProcessSpec spec) {
        if (closed) {
            throw new Problem(spec.name() + " is not started: busbench is ending");
        }
        ProcessBuilder builder = new ProcessBuilder(Commands.inOwnSession(spec.command()))
                .directory(spec.directory().toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(spec.output().toFile()))
                .redirectError(ProcessBuilder.Redirect.appendTo(spec.errors().toFile()));
        Map<String, String> environment = builder.environment();
        environment.keySet().removeAll(HIDDEN_JVM_SETTINGS);
        environment.putAll(spec.environment());
        try {
            Files.createDirectories(spec.logs());
            Process process = builder.start();
            ProcessId id = ProcessId.of(process.pid()).orElse(new ProcessId(process.pid(), 0));
            ManagedProcess managed = new ManagedProcess(spec, process, id, this::forget);
            running.push(managed);
            guardian.add(id);
            ledger.add(id, spec.name());
            return managed;
        } catch (IOException refused) {
            throw new Problem("cannot start " + spec.name() + ": " + Problem.brief(refused), refused);
        }
    }

    private synchronized void forget(ManagedProcess process) {
        if (running.remove(process)) {
            guardian.remove(process.id());
        }
    }

    /** The processes that were started and not stopped, the last first. */
    public synchronized List<ManagedProcess> running() {
        return List.copyOf(running);
    }

    /** Lets everything that runs live on without this harness. {@link #close} then ends nothing. */
    synchronized void release() {
        while (!running.isEmpty()) {
            guardian.remove(running.pop().id());
        }
    }

    /** Ends every process, the last first. */
    @Override
    public void close() {
        if (markClosed()) {
            forgetHook();
            endAll();
        }
        awaitEnd();
    }

    private void shutDown() {
        if (markClosed()) {
            endAll();
        }
        awaitEnd();
    }

    private void forgetHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // The JVM is ending, and its hook now waits for this thread: nothing is to be removed.
        }
    }

    private synchronized boolean markClosed() {
        boolean first = !closed;
        closed = true;
        return first;
    }

    private void endAll() {
        Problem problem = null;
        for (ManagedProcess process : running()) {
            try {
                process.stop();
            } catch (Problem stuck) {
                problem = stuck;
            }
        }
        try {
            guardian.close();
            if (problem != null) {
                throw problem;
            }
            ledger.delete();
        } finally {
            ended.countDown();
        }
    }

    private void awaitEnd() {
        boolean interrupted = false;
        while (ended.getCount() > 0) {
            try {
                ended.await();
            } catch (InterruptedException interrupt) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
