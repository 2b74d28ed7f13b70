package org.busbench.harness.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.busbench.common.FreePorts;
import org.busbench.harness.adapter.ProgramPath;
import org.busbench.harness.process.ProcessSpec.ReadyCheck;
import org.busbench.harness.process.Supervisor.PidFile;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SupervisorIT {
    /** Says that it runs, so that a test knows that its traps and children are there. */
    private static final String UP = "echo up; ";

    @TempDir
    private Path folder;

    private Supervisor supervisor;

    @BeforeEach
    void open() {
        supervisor = Supervisor.open(folder);
    }

    @AfterEach
    void close() {
        supervisor.close();
    }

    private ManagedProcess started(ProcessSpec spec) throws InterruptedException {
        ManagedProcess process = supervisor.start(spec);
        Eventually.isSo("it is up", () -> logOf(spec.output()).contains("up"));
        return process;
    }

    private static String logOf(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }

    @Test
    void aProcessIsUpWhenItAnswersWith200AndGoneWhenItIsStopped() throws Exception {
        int port = FreePorts.inARow(1);
        ManagedProcess process = supervisor.start(Specs.server(folder, port));

        assertThat(process.isAlive()).isTrue();
        assertThat(new ReadyCheck(process.spec().ready().orElseThrow().url(), Duration.ZERO).missing())
                .isEmpty();
        assertThat(process.commandLine()).endsWith(SlowServer.class.getName(), Integer.toString(port));
        assertThat(logOf(process.spec().output())).isEqualTo("listening\n");
        assertThat(logOf(process.spec().errors())).isEqualTo("GREETING=hello\n");

        process.stop();
        process.stop();
        assertThat(process.isAlive()).isFalse();
        assertThat(process.id().alive()).isFalse();
        assertThat(supervisor.running()).isEmpty();
        assertThat(process.end()).startsWith("server ended with exit code 143 (signal 15); its last line: GREETING");
    }

    @Test
    void aProcessThatEndsBeforeItIsReadyIsAProblemWithItsLastWords() throws Exception {
        String script = "echo one >&2; echo 'cannot read axis2.xml' >&2; exit 3";
        assertThatThrownBy(() ->
                        supervisor.start(Specs.shell(folder, script, FreePorts.inARow(1), Duration.ofSeconds(30))))
                .isInstanceOf(StartProblem.class)
                .hasMessageStartingWith(
                        "shell ended with exit code 3 before it was ready: cannot read axis2.xml; its logs" + " are "
                                + folder.resolve("logs/shell.out.log"));
        assertThat(supervisor.running()).isEmpty();
    }

    @Test
    void aProcessThatIsNotReadyInTimeIsEnded() throws Exception {
        Path pid = folder.resolve("pid");
        String script = "echo $$ > " + pid + "; exec sleep 300";
        assertThatThrownBy(
                        () -> supervisor.start(Specs.shell(folder, script, FreePorts.inARow(1), Duration.ofSeconds(1))))
                .isInstanceOf(StartProblem.class)
                .hasMessageStartingWith("shell was not ready within 1 s, it does not answer (Connection refused) at");
        assertThat(ProcessId.of(Long.parseLong(logOf(pid).strip()))).isEmpty();
    }

    @Test
    void aPortThatIsTakenIsAProblemThatNamesLineAndHolder() throws Exception {
        try (ServerSocket holder = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            int port = holder.getLocalPort();
            assertThatThrownBy(() -> supervisor.start(Specs.server(folder, port)))
                    .isInstanceOf(ConfigProblem.class)
                    .hasMessageStartingWith(
                            folder.resolve("adapter.yaml") + ":7: port " + port + " (http) is in use by process "
                                    + ProcessHandle.current().pid() + " (")
                    .hasMessageEndingWith("): end it, or write another port here");
        }
    }

    @Test
    void aPortOfOursIsToldFromThatOfAStranger() throws Exception {
        int port = FreePorts.inARow(1);
        ManagedProcess process = supervisor.start(Specs.server(folder, port));

        long holder = PortClaim.of(port, "http").holder().orElseThrow();
        assertThat(holder).isEqualTo(process.id().pid());
        assertThat(ProcessesUp.find(folder))
                .containsEntry(
                        holder,
                        "it ends with the busbench command of process "
                                + ProcessHandle.current().pid() + ": Ctrl-C there");

        process.stop();
        assertThat(ProcessesUp.find(folder)).isEmpty();
    }

    @Test
    void aProgramThatIsNotThereIsAProblem() {
        assertThatThrownBy(() -> {
                    ProcessSpec spec = Specs.shell(folder, "x", "exec /no/such/program", "TERM");
                    supervisor.start(new ProcessSpec(
                            spec.name(),
                            spec.command(),
                            spec.environment(),
                            folder.resolve("absent"),
                            spec.logs(),
                            List.of(),
                            spec.ready(),
                            spec.stop(),
                            Optional.empty()));
                })
                .isInstanceOf(Problem.class)
                .hasMessageStartingWith("cannot start x: ");
    }

    @Test
    void stoppingEndsAllDescendants() throws Exception {
        ManagedProcess process =
                started(Specs.shell(folder, "tree", "sleep 300 & sh -c 'sleep 300 & wait' & " + UP + "wait"));
        Eventually.isSo(
                "all are there", () -> new ProcessTree(process.id()).members().size() == 4);
        Set<ProcessId> members = new ProcessTree(process.id()).members();

        process.stop();
        assertThat(members).noneMatch(ProcessId::alive);
    }

    @Test
    void stoppingEndsOrphansToo() throws Exception {
        assumeThat(ProgramPath.ofEnvironment().find("setsid")).isPresent();
        ManagedProcess process = started(Specs.shell(folder, "orphans", "sleep 300 & " + UP + "exit 0"));
        process.onExit().join();
        Set<ProcessId> orphans = new ProcessTree(process.id()).members();
        assertThat(orphans).hasSize(1).allMatch(ProcessId::alive);

        process.stop();
        assertThat(orphans).noneMatch(ProcessId::alive);
    }

    @Test
    void aProcessThatIgnoresTheSignalIsKilled() throws Exception {
        ManagedProcess process =
                started(Specs.shell(folder, "deaf", "trap '' TERM; " + UP + "while :; do sleep 1; done"));
        process.stop();
        assertThat(process.end()).startsWith("deaf ended with exit code 137 (signal 9)");
    }

    @Test
    void anExitCodeBeyondAllSignalsIsNoSignal() throws Exception {
        ManagedProcess process =
                started(Specs.shell(folder, "quitter", "trap 'exit 255' TERM; " + UP + "while :; do sleep 0.1; done"));
        process.stop();
        assertThat(process.end()).startsWith("quitter ended with exit code 255; its last line: ");
    }

    @Test
    void theSignalThatASpecNamesIsSent() throws Exception {
        ManagedProcess process = started(Specs.shell(
                folder, "quitter", "trap 'echo bye; exit 0' QUIT; " + UP + "while :; do sleep 0.1; done", "QUIT"));
        process.stop();
        assertThat(process.end()).isEqualTo("quitter ended with exit code 0; its last line: bye");
    }

    @Test
    void anEndThatNobodyAskedForIsSeen() throws Exception {
        ManagedProcess process = started(Specs.shell(folder, "victim", UP + "exec sleep 300"));
        assertThat(process.end()).isEqualTo("victim (pid " + process.id().pid() + ") is running");
        process.handle().destroyForcibly();
        assertThat(process.onExit().join().end()).startsWith("victim ended with exit code 137 (signal 9)");
        process.stop();
    }

    @Test
    void closingEndsEverythingAndNothingIsStartedAfterwards() throws Exception {
        ManagedProcess first = supervisor.start(Specs.shell(folder, "first", "exec sleep 300"));
        ManagedProcess second = supervisor.start(Specs.shell(folder, "second", "exec sleep 300"));
        assertThat(supervisor.running()).containsExactly(second, first);

        supervisor.close();
        supervisor.close();
        assertThat(first.isAlive() || second.isAlive()).isFalse();
        assertThatThrownBy(() -> supervisor.start(Specs.shell(folder, "third", "exec sleep 300")))
                .hasMessage("third is not started: busbench is ending");
        assertThat(PidFile.all(folder)).isEmpty();
    }

    @Test
    void anInterruptDuringTheStartLeavesNothing() throws Exception {
        int port = FreePorts.inARow(1);
        Thread starter = new Thread(() -> {
            try {
                supervisor.start(Specs.shell(folder, "exec sleep 300", port, Duration.ofMinutes(1)));
            } catch (InterruptedException expected) {
                Thread.currentThread().interrupt();
            }
        });
        starter.start();
        Eventually.isSo("it is started", () -> !supervisor.running().isEmpty());
        ManagedProcess process = supervisor.running().get(0);
        starter.interrupt();
        starter.join();
        assertThat(process.isAlive()).isFalse();
        assertThat(supervisor.running()).isEmpty();
    }
}
