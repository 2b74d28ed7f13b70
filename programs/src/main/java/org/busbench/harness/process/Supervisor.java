package org.busbench.harness.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.busbench.common.TextFile;
import org.busbench.harness.adapter.ContainerEngine;
import org.busbench.harness.adapter.ProgramPath;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Problem;

/**
 * Starts processes and ends them all: on {@link #close}, when the JVM shuts down (Ctrl-C too), and, through the
 * {@link Guardian}, when the JVM is killed. What even that leaves is in the {@link PidFile}. Safe for use by several
 * threads; a process that is not up yet is ended as well.
 */
public final class Supervisor implements AutoCloseable {
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
        try {
            if (spec.ready().isPresent()) {
                process.awaitReady(spec.ready().get());
            }
            return process;
        } catch (Throwable notUp) {
            process.stop();
            throw notUp;
        }
    }

    private synchronized ManagedProcess begin(ProcessSpec spec) {
        if (closed) {
            throw new Problem(spec.name() + " is not started: busbench is ending");
        }
        ProcessBuilder builder = JavaCommand.process(Commands.inOwnSession(spec.command()))
                .directory(spec.directory().toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(spec.output().toFile()))
                .redirectError(ProcessBuilder.Redirect.appendTo(spec.errors().toFile()));
        builder.environment().putAll(spec.environment());
        try {
            Files.createDirectories(spec.logs());
            Process process = builder.start();
            ProcessId id = ProcessId.of(process.pid()).orElse(new ProcessId(process.pid(), 0));
            ManagedProcess managed = new ManagedProcess(spec, process, id, this::forget);
            running.push(managed);
            guardian.add(id);
            ledger.add(id, spec.name());
            spec.container().ifPresent(container -> {
                guardian.add(container);
                ledger.add(container);
            });
            return managed;
        } catch (IOException refused) {
            throw new Problem("cannot start " + spec.name() + ": " + Problem.brief(refused), refused);
        }
    }

    private synchronized void forget(ManagedProcess process) {
        if (running.remove(process)) {
            unguard(process);
        }
    }

    private void unguard(ManagedProcess process) {
        guardian.remove(process.id());
        process.spec().container().ifPresent(guardian::remove);
    }

    /** The processes that were started and not stopped, the last first. */
    public synchronized List<ManagedProcess> running() {
        return List.copyOf(running);
    }

    /** Lets everything that runs live on without this harness. {@link #close} then ends nothing. */
    synchronized void release() {
        while (!running.isEmpty()) {
            unguard(running.pop());
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

    /**
     * A shell that outlives this JVM, however it ends, and then ends the processes that it was told of. It learns of the
     * end from its standard input, which the system closes with this JVM.
     */
    static final class Guardian implements AutoCloseable {
        private static final String SCRIPT = "guardian.sh";

        private final Process process;
        private final Writer orders;
        private final Path log;

        private Guardian(Process process, Path log) {
            this.process = process;
            this.log = log;
            this.orders = process.outputWriter(StandardCharsets.UTF_8);
        }

        static Guardian start(Path log) {
            List<String> command = Commands.inOwnSession(
                    List.of("sh", "-c", TextFile.resource(Guardian.class, SCRIPT), "busbench-guardian"));
            ProcessBuilder shell = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            return new Guardian(Problem.ifFails("cannot start the guardian process", shell::start), log);
        }

        void add(ProcessId id) {
            order("add " + id.pid() + " " + id.start());
        }

        void remove(ProcessId id) {
            order("remove " + id.pid() + " " + id.start());
        }

        void add(Container container) {
            order("contain " + container.name() + " " + program(container));
        }

        void remove(Container container) {
            order("release " + container.name() + " " + program(container));
        }

        private static String program(Container container) {
            String label = container.engine().key();
            return ProgramPath.ofEnvironment().find(label).map(Path::toString).orElse(label);
        }

        long pid() {
            return process.pid();
        }

        private synchronized void order(String line) {
            try {
                orders.write(line + "\n");
                orders.flush();
            } catch (IOException gone) {
                throw new Problem("the guardian process is gone, see " + log + ": " + Problem.brief(gone), gone);
            }
        }

        /** Lets it end what is left, and waits for it. */
        @Override
        public synchronized void close() {
            try {
                orders.close();
            } catch (IOException gone) {
                throw new Problem("the guardian process is gone, see " + log + ": " + Problem.brief(gone), gone);
            } finally {
                process.onExit().join();
            }
        }
    }

    /**
     * A file that says what a harness started, so that the next one can find what was left. Its first line names the
     * harness, each other line a process: pid, start time, name.
     */
    record PidFile(Path file) {
        private static final String SUFFIX = ".ledger";
        private static final String CONTAINER = "container ";
        private static final ProcessId NO_PROCESS = new ProcessId(0, 0);

        /** A line of a ledger. */
        record Entry(ProcessId id, String name) {
            /** A container has no process id of ours: its name and its engine stand in place of the name. */
            static Entry of(Container container) {
                return new Entry(NO_PROCESS, CONTAINER + container.engine().name() + " " + container.name());
            }

            /** The container that it stands for; empty for a process. */
            Optional<Container> container() {
                if (!name.startsWith(CONTAINER)) {
                    return Optional.empty();
                }
                String[] words = name.substring(CONTAINER.length()).split(" ", 2);
                return Optional.of(new Container(ContainerEngine.valueOf(words[0]), words[1]));
            }

            private String line() {
                return id.pid() + " " + id.start() + " " + name + "\n";
            }

            private static Entry parse(String line) {
                String[] words = line.split(" ", 3);
                return new Entry(new ProcessId(Long.parseLong(words[0]), Long.parseLong(words[1])), words[2]);
            }
        }

        /** Opens the ledger of this harness. */
        static PidFile open(Path state) {
            ProcessId self = ProcessId.of(ProcessHandle.current().pid())
                    .orElseThrow(
                            () -> new IllegalStateException("this process is not to be found in the process table"));
            Path folder = folder(state);
            return Problem.ifFails("cannot write in " + folder, () -> {
                Files.createDirectories(folder);
                // Another harness that looks for leftovers must not meet a ledger that does not name its harness yet.
                Path draft = Files.createTempFile(folder, self.pid() + "-", ".draft");
                Files.writeString(draft, new Entry(self, "harness").line());
                return new PidFile(Files.move(draft, Path.of(draft + SUFFIX)));
            });
        }

        /** The ledgers of all harnesses, that of this one too. */
        static List<PidFile> all(Path state) {
            Path folder = folder(state);
            if (!Files.isDirectory(folder)) {
                return List.of();
            }
            return Problem.ifFails("cannot read " + folder, () -> Listing.of(folder)).stream()
                    .filter(file -> file.toString().endsWith(SUFFIX))
                    .map(PidFile::new)
                    .toList();
        }

        private static Path folder(Path state) {
            return state.resolve("processes");
        }

        void add(ProcessId id, String name) {
            append(new Entry(id, name));
        }

        void add(Container container) {
            append(Entry.of(container));
        }

        private void append(Entry entry) {
            Problem.ifFails(
                    "cannot write " + file, () -> Files.writeString(file, entry.line(), StandardOpenOption.APPEND));
        }

        /** The harness and its processes; a line that was cut off by the end of the harness is left out. */
        List<Entry> entries() {
            try {
                String text = Files.readString(file);
                List<Entry> entries = new ArrayList<>();
                text.substring(0, text.lastIndexOf('\n') + 1)
                        .lines()
                        .map(Entry::parse)
                        .forEach(entries::add);
                return entries;
            } catch (java.nio.file.NoSuchFileException closedMeanwhile) {
                return List.of();
            } catch (IOException unreadable) {
                throw new UncheckedIOException("cannot read " + file, unreadable);
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException damaged) {
                throw new Problem(
                        "the ledger " + file + " is damaged: look for processes that it names, then delete it");
            }
        }

        void delete() {
            Problem.ifFails("cannot delete " + file, () -> Files.deleteIfExists(file));
        }
    }
}
