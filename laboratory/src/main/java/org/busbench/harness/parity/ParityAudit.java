package org.busbench.harness.parity;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.busbench.harness.measure.ProcessLimits;
import org.busbench.harness.measure.RunningProcess;
import org.busbench.harness.process.Commands;
import org.busbench.harness.scenario.Backend.Stockquote;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.Target;
import org.busbench.record.Parity;

/**
 * Audits one adapter that was started for nothing else, in front of the backend's stand-in: what is done to it here would
 * not be fair to a process that is measured afterwards. Blocks for a few seconds; for the run's thread.
 */
public final class ParityAudit {
    private static final List<Integer> CROWDS = List.of(20, 100);

    private final BackendStandIn backend;
    private final AuditedProcesses audited;
    private final LogGrowth logs;
    private final Path evidence;
    private final int threadsAtRest;

    /**
     * Of processes that are up, and have got no message yet.
     *
     * @param backend stands where their configuration has the backends
     * @param evidence folder that gets the bytes of what was said
     */
    public ParityAudit(BackendStandIn backend, AuditedProcesses audited, Path evidence) {
        this.backend = backend;
        this.audited = audited;
        this.logs = new LogGrowth(audited.writes());
        this.evidence = evidence;
        this.threadsAtRest = audited.threads();
    }

    /**
     * Audits one scenario.
     *
     * @param target where it is; it has a URL
     */
    public Parity.Scenario of(Target target) throws InterruptedException {
        if (!(target.sends().backend() instanceof Stockquote)) {
            return Parity.Scenario.none(
                    target.scenario(),
                    target.sends().name(),
                    "the stand-in for the backend knows the messages of the quote service alone");
        }
        List<String> remarks = new ArrayList<>();
        AuditSession session;
        KeepAliveAudit.Sides sides;
        try {
            session = new AuditSession(target, backend, evidence);
            sides = new KeepAliveAudit(session, audited.pids().get(), remarks).run();
        } catch (IOException e) {
            return Parity.Scenario.none(
                    target.scenario(), target.sends().name(), "no message came through: " + Problem.brief(e));
        }
        List<Parity.Crowd> crowds = crowds(session, remarks);
        ForwardingAudit.Found found = new ForwardingAudit(session, remarks).look();
        StreamingAudit streaming = new StreamingAudit(session, remarks);
        return new Parity.Scenario(
                target.scenario(),
                target.sends().name(),
                null,
                sides.client(),
                sides.backend(),
                crowds,
                found.request().withStreams(streaming.ofRequests()),
                found.answer().withStreams(streaming.ofAnswers()),
                remarks);
    }

    private List<Parity.Crowd> crowds(AuditSession session, List<String> remarks) throws InterruptedException {
        List<Parity.Crowd> crowds = new ArrayList<>();
        for (int concurrency : CROWDS) {
            try {
                logs.begin(audited.pids().get());
                ConcurrencyAudit crowding = new ConcurrencyAudit(session, audited.visible() ? audited::threads : null);
                Parity.Crowd crowd = crowding.of(concurrency);
                crowding.fault()
                        .ifPresent(fault -> remarks.add("of " + crowd.messages() + " messages of " + concurrency
                                + " clients at a time " + (crowd.messages() - crowd.answered())
                                + " were not answered rightly: " + fault));
                logs.sent(crowd.messages());
                crowds.add(crowd);
                if (crowd.atMost() != null) {
                    remarks.add(Parity.Scenario.bound(crowd.atMost()) + ": " + (crowd.concurrency() - crowd.atMost())
                            + " of " + crowd.concurrency() + " waited until the others had ended");
                    return crowds;
                }
            } catch (IOException e) {
                remarks.add(session.untold(concurrency + " clients at a time", e));
            }
        }
        return crowds;
    }

    /**
     * What the processes say; to be asked after the scenarios.
     *
     * @return null where they cannot be seen
     * @throws IOException when they cannot be asked
     */
    public Parity.Processes process() throws IOException, InterruptedException {
        if (!audited.visible()) {
            return null;
        }
        Collection<Long> pids = audited.pids().get();
        return new Parity.Processes(
                JvmFacts.of(pids).orElse(null),
                threadsAtRest,
                logs.bytes(pids),
                logs.messages(),
                ProcessLimits.of(pids).map(ParityAudit::recorded).orElse(null));
    }

    private static Parity.Limits recorded(ProcessLimits limits) {
        return new Parity.Limits(
                limits.cpus(),
                limits.memoryBytes().isPresent() ? limits.memoryBytes().getAsLong() : null);
    }

    /** The options that the JVM among some processes was given, and those in force in it. */
    private static final class JvmFacts {
        private static final Set<String> WITH_VALUE = Set.of(
                "-cp",
                "-classpath",
                "--class-path",
                "-p",
                "--module-path",
                "--add-modules",
                "--add-opens",
                "--add-exports");

        private JvmFacts() {}

        /** The first JVM among them; empty when there is none. */
        static Optional<Parity.Jvm> of(Collection<Long> pids) throws IOException, InterruptedException {
            for (long pid : pids) {
                Optional<RunningProcess> process = RunningProcess.of(pid);
                Optional<String> version = process.isPresent() ? process.get().javaVersion() : Optional.empty();
                if (version.isPresent()) {
                    return Optional.of(new Parity.Jvm(
                            version.get(),
                            options(Commands.lineOf(pid).orElse(List.of())),
                            process.get().jvmFlags().orElse(List.of())));
                }
            }
            return Optional.empty();
        }

        /** The options that begin with {@code -X} and stand before the main class. */
        static List<String> options(List<String> command) {
            List<String> options = new ArrayList<>();
            for (int i = 1; i < command.size() && command.get(i).startsWith("-"); i++) {
                String word = command.get(i);
                if (WITH_VALUE.contains(word)) {
                    i++;
                } else if (word.startsWith("-X")) {
                    options.add(word);
                }
            }
            return options;
        }
    }

    /**
     * By how much what processes write to files has grown: their outputs, everything below their folders, and every regular
     * file that they hold open to write to, wherever it lies. For one thread.
     */
    private static final class LogGrowth {
        private static final String FLAGS = "flags:";
        private static final int ACCESS_MODE = 3;

        private final List<Path> places;
        private Map<Object, Long> before;
        private long messages;

        /** {@code places} are files and folders. */
        LogGrowth(List<Path> places) {
            this.places = List.copyOf(places);
        }

        /** Begins to count; a second call does nothing. */
        void begin(Collection<Long> pids) throws IOException {
            if (before == null) {
                before = sizes(pids);
            }
        }

        /** So many messages were sent since. */
        void sent(int count) {
            messages += before == null ? 0 : count;
        }

        long messages() {
            return messages;
        }

        /** Bytes since it began; 0 when it did not. */
        long bytes(Collection<Long> pids) throws IOException {
            if (before == null) {
                return 0;
            }
            long bytes = 0;
            for (Map.Entry<Object, Long> now : sizes(pids).entrySet()) {
                bytes += Math.max(0, now.getValue() - before.getOrDefault(now.getKey(), 0L));
            }
            return bytes;
        }

        /** The sizes by the file's identity, so that no file counts twice. */
        private Map<Object, Long> sizes(Collection<Long> pids) throws IOException {
            Map<Object, Long> sizes = new HashMap<>();
            for (Path place : places) {
                if (Files.exists(place)) {
                    try (Stream<Path> files = Files.walk(place)) {
                        files.forEach(file -> add(file, sizes));
                    }
                }
            }
            for (long pid : pids) {
                Path folder = Path.of("/proc", Long.toString(pid), "fd");
                try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(folder)) {
                    descriptors.forEach(descriptor -> addWritten(descriptor, sizes));
                } catch (IOException gone) {
                    // A process that has ended writes nothing more.
                }
            }
            return sizes;
        }

        /** Jars and the like are opened one by one, and not written to: proc_pid_fdinfo(5) tells, in octal. */
        private static void addWritten(Path descriptor, Map<Object, Long> sizes) {
            Path info = descriptor.resolveSibling("../fdinfo").resolve(descriptor.getFileName());
            try {
                Optional<String> flags = Files.readAllLines(info).stream()
                        .filter(line -> line.startsWith(FLAGS))
                        .map(line -> line.substring(FLAGS.length()).strip())
                        .findFirst();
                if (flags.isPresent() && (Integer.parseInt(flags.get(), 8) & ACCESS_MODE) != 0) {
                    add(descriptor, sizes);
                }
            } catch (IOException closed) {
                // It holds nothing any more.
            }
        }

        private static void add(Path file, Map<Object, Long> sizes) {
            try {
                var attributes = Files.readAttributes(file, java.nio.file.attribute.BasicFileAttributes.class);
                if (attributes.isRegularFile()) {
                    Object key = attributes.fileKey();
                    sizes.put(key == null ? file.toRealPath() : key, attributes.size());
                }
            } catch (IOException gone) {
                // It was closed or deleted meanwhile, as temporary files are.
            }
        }
    }
}
