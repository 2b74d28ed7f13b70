package org.busbench.harness.run;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.busbench.common.Folders;
import org.busbench.common.FreePorts;
import org.busbench.harness.adapter.Adapter.Stop;
import org.busbench.harness.artifact.Artifacts.ResolvedArtifact;
import org.busbench.harness.process.JavaCommand;
import org.busbench.harness.process.ManagedProcess;
import org.busbench.harness.process.PortClaim;
import org.busbench.harness.process.ProcessSpec;
import org.busbench.harness.process.Supervisor;
import org.busbench.harness.record.EvidenceManifest;
import org.busbench.harness.record.RunDirectory.TrialFolder;
import org.busbench.harness.text.Problem;
import org.busbench.record.EvidenceFolder;
import org.busbench.record.Ramp;
import org.busbench.record.Ramp.Outcome;
import org.busbench.record.RampFigures;
import org.busbench.record.RampSeries;
import org.busbench.record.RampSuite;
import org.busbench.record.RampSuite.Planned;
import org.busbench.record.RampSuite.Program;

/** Drives one ramp: a fresh server, a fresh injector, and what their logs say. For one thread. */
record RampDriver(
        Project project, RampSuite suite, Supervisor supervisor, Path ownJar, List<ResolvedArtifact> libraries) {
    /** The JVM options of every injector and of the server: Gatling's and JMeter's own scripts give their JVMs as much. */
    static final List<String> JVM_OPTIONS = List.of("-Xms1g", "-Xmx1g");

    private static final String PLANS = "thrift";
    private static final String SERVER = "org.busbench.thrift.server.EchoServer";
    private static final String BARE = "org.busbench.thrift.drive.BareInjector";
    private static final String GATLING = "io.gatling.app.Gatling";
    private static final String SIMULATION = "org.busbench.thrift.gatling.RampSimulation";
    private static final Stop STOP = new Stop("TERM", Duration.ofSeconds(5));
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(100);
    /** The server writes its last row within it. */
    private static final Duration SETTLING = Duration.ofMillis(2L * 200);

    RampDriver {
        libraries = List.copyOf(libraries);
    }

    Ramp drive(Planned planned, TrialFolder folder) throws IOException, InterruptedException {
        Instant started = Instant.now();
        Path work = Files.createTempDirectory("busbench-ramp");
        Outcome outcome;
        String reason = null;
        RampFigures figures = null;
        try {
            outcome = driven(planned, folder.path(), work);
            figures = RampSeries.read(folder.path(), planned.to(), suite.rampSeconds())
                    .figures();
        } catch (Failed failed) {
            outcome = Outcome.FAILED;
            reason = failed.getMessage();
        } catch (IllegalArgumentException unusable) {
            outcome = Outcome.FAILED;
            reason = "the logs cannot be used: " + unusable.getMessage();
        } finally {
            Folders.delete(work);
        }
        return new Ramp(
                Ramp.SCHEMA,
                planned.injector().name(),
                planned.to(),
                planned.repeat(),
                outcome,
                reason,
                started.truncatedTo(ChronoUnit.MILLIS).toString(),
                Instant.now().truncatedTo(ChronoUnit.MILLIS).toString(),
                figures,
                new EvidenceFolder(folder.name(), EvidenceManifest.write(folder.path())));
    }

    /** The injector ended before the ramp did. */
    private static final class Failed extends Exception {
        private static final long serialVersionUID = 1L;

        Failed(String reason) {
            super(reason);
        }
    }

    private Outcome driven(Planned planned, Path folder, Path work) throws IOException, InterruptedException, Failed {
        int port = FreePorts.inARow(1);
        try (ManagedProcess server = supervisor.start(server(planned, port, folder, work))) {
            awaitListening(server, port);
            try (ManagedProcess injector = supervisor.start(injector(planned, port, folder, work))) {
                await(injector, planned, folder);
                if (!server.isAlive()) {
                    throw new Failed(server.end());
                }
                boolean drained = isDrained(planned, folder);
                if (!drained && !injector.isAlive()) {
                    throw new Failed(injector.end());
                }
                return drained ? Outcome.DRAINED : Outcome.CUT_OFF;
            } finally {
                Thread.sleep(SETTLING.toMillis());
            }
        }
    }

    private static void awaitListening(ManagedProcess server, int port) throws InterruptedException, Failed {
        long end = System.nanoTime() + START_LIMIT.toNanos();
        while (!listens(port)) {
            if (!server.isAlive()) {
                throw new Failed(server.end());
            }
            if (System.nanoTime() > end) {
                throw new Failed("the server did not listen within " + START_LIMIT.toSeconds() + " s");
            }
            Thread.sleep(POLL.toMillis());
        }
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) POLL.toMillis());
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Until all is answered, the time for it is over, or the injector ends. */
    private void await(ManagedProcess injector, Planned planned, Path folder)
            throws IOException, InterruptedException, Failed {
        long begin = System.nanoTime();
        Optional<Long> deadline = Optional.empty();
        while (injector.isAlive()) {
            if (deadline.isEmpty()) {
                deadline = firstStart(folder)
                        .map(millis -> millis + Math.round(1000 * (suite.rampSeconds() + suite.drainSeconds())));
            }
            if (deadline.isPresent() && System.currentTimeMillis() > deadline.get()) {
                return;
            }
            if (deadline.isPresent() && isDrained(planned, folder)) {
                return;
            }
            if (deadline.isEmpty() && System.nanoTime() - begin > START_LIMIT.toNanos()) {
                throw new Failed(
                        injector.name() + " sent no request within " + START_LIMIT.toSeconds() + " s of its start");
            }
            Thread.sleep(POLL.toMillis());
        }
    }

    private static List<RampSeries.Row> rows(Path folder) throws IOException {
        Path log = folder.resolve(Ramp.INJECTOR_LOG);
        return Files.exists(log) && Files.size(log) > 0 ? RampSeries.rows(log) : List.of();
    }

    private static Optional<Long> firstStart(Path folder) throws IOException {
        return rows(folder).stream()
                .filter(row -> row.started() > 0)
                .map(RampSeries.Row::millis)
                .findFirst();
    }

    private boolean isDrained(Planned planned, Path folder) throws IOException {
        List<RampSeries.Row> rows = rows(folder);
        return !rows.isEmpty()
                && rows.get(rows.size() - 1).finished()
                        >= (long) ((RampSeries.FROM + planned.to()) / 2 * suite.rampSeconds());
    }

    private ProcessSpec server(Planned planned, int port, Path folder, Path work) {
        List<String> command = java(List.of());
        command.addAll(List.of(
                "-cp",
                classPath(),
                SERVER,
                Integer.toString(port),
                Integer.toString(planned.injector().delayMicros()),
                folder.resolve(Ramp.SERVER_LOG).toAbsolutePath().toString()));
        return spec("server", command, work, folder, List.of(PortClaim.of(port, "the Thrift service")));
    }

    private ProcessSpec injector(Planned planned, int port, Path folder, Path work) {
        RampSuite.Injector injector = planned.injector();
        List<String> properties = List.of(
                "-Dramp.port=" + port,
                "-Dramp.from=" + RampSeries.FROM,
                "-Dramp.to=" + planned.to(),
                "-Dramp.seconds=" + suite.rampSeconds(),
                "-Dramp.connections=" + suite.connections(),
                "-Dramp.payload=" + suite.payloadBytes(),
                "-Dramp.agents=" + injector.agents(),
                "-Dramp.threads=" + injector.threads(),
                "-Dramp.throughput=" + injector.throughput(),
                "-Dramp.log=" + folder.resolve(Ramp.INJECTOR_LOG).toAbsolutePath());
        List<String> command = java(properties);
        command.addAll(
                switch (injector.program()) {
                    case BARE -> List.of("-cp", classPath(), BARE);
                    case GATLING -> gatling(work);
                    case JMETER_JAVA, JMETER_NIO -> jmeter(injector.program(), work);
                });
        return spec("injector", command, work, folder, List.of());
    }

    /** Gatling asks Maven Central for newer releases when it starts; a proxy that is not there keeps it on this machine. */
    private List<String> gatling(Path work) {
        return List.of(
                "--add-opens",
                "java.base/java.lang=ALL-UNNAMED",
                "-Dhttps.proxyHost=127.0.0.1",
                "-Dhttps.proxyPort=9",
                "-Djava.util.prefs.userRoot=" + work,
                "-cp",
                classPath(),
                GATLING,
                "-s",
                SIMULATION,
                "-rf",
                work.resolve("results").toString(),
                "-nr");
    }

    private List<String> jmeter(Program program, Path work) {
        Path home = project.jmeterHome().toAbsolutePath();
        boolean blocking = program == Program.JMETER_JAVA;
        return List.of(
                "-Djmeter.home=" + home,
                "-cp",
                home.resolve("bin/ApacheJMeter.jar").toString(),
                "org.apache.jmeter.NewDriver",
                "-n",
                "-t",
                project.plans()
                        .resolve(PLANS)
                        .resolve(blocking ? "java.jmx" : "nio.jmx")
                        .toAbsolutePath()
                        .toString(),
                "-j",
                work.resolve("jmeter.log").toString(),
                "-l",
                work.resolve("samples.jtl").toString(),
                "-Juser.classpath=" + ownJar + File.pathSeparator + thriftJar(),
                "-Jthreads=" + (blocking ? suite.connections() : 1));
    }

    private Path thriftJar() {
        return libraries.stream()
                .filter(library -> library.coordinates().artifact().equals("libthrift"))
                .map(ResolvedArtifact::file)
                .findFirst()
                .orElseThrow(() -> new Problem("the lock of the injectors names no libthrift"));
    }

    private String classPath() {
        return JavaCommand.joined(
                Stream.concat(Stream.of(ownJar), libraries.stream().map(ResolvedArtifact::file))
                        .toList());
    }

    private static List<String> java(List<String> properties) {
        List<String> command = new ArrayList<>();
        command.add(JavaCommand.PROGRAM.toString());
        command.addAll(JVM_OPTIONS);
        command.addAll(properties);
        return command;
    }

    private static ProcessSpec spec(String name, List<String> command, Path work, Path folder, List<PortClaim> ports) {
        return new ProcessSpec(
                name,
                command,
                Map.of(),
                work,
                folder.toAbsolutePath(),
                ports,
                Optional.empty(),
                STOP,
                Optional.empty());
    }
}
