package org.busbench.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.busbench.harness.measure.Meter.Reading;
import org.busbench.record.ProcessUse.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SamplerIT {

    private final Meter meter = new Meter();

    @Test
    void bothEndsOfAConnectionWithTheBackendAreCountedAndNoOther() throws IOException, InterruptedException {
        Reading self = meter.read(Map.of(
                ProcessRole.BACKEND, new CostSource.Tree(ProcessHandle.current().pid())));
        try (ServerSocket backend = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                ServerSocket other = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                Socket mine = new Socket(backend.getInetAddress(), backend.getLocalPort());
                Socket another = new Socket(other.getInetAddress(), other.getLocalPort());
                Socket accepted = backend.accept();
                Sampler sampler = Sampler.start(self, Set.of(backend.getLocalPort()))) {
            assertThat(List.of(mine, another, accepted)).allMatch(Socket::isConnected);
            List<Sample> samples = afterTheFirst(sampler).get(ProcessRole.BACKEND);

            assertThat(samples.get(0).second()).isZero();
            assertThat(samples.get(0).connections()).isEqualTo(2);
            assertThat(samples.get(0).descriptors()).isGreaterThan(5);
            assertThat(samples.get(0).threads()).isGreaterThan(3);
            assertThat(samples.get(0).rssBytes()).isGreaterThan(10_000_000);
        }
    }

    @Test
    void aSampleIsOfTheWholeTreeAndAProcessThatIsGoneHasNone() throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-c", "sleep 60 & sleep 60 & echo begun; wait").start();
        Process mortal = new ProcessBuilder("sleep", "60").start();
        try {
            assertThat(shell.inputReader().readLine()).isEqualTo("begun");
            Reading start = meter.read(Map.of(
                    ProcessRole.MEDIATOR,
                    new CostSource.Tree(shell.pid()),
                    ProcessRole.BACKEND,
                    new CostSource.Tree(mortal.pid())));
            mortal.destroyForcibly().waitFor();

            Map<ProcessRole, List<Sample>> samples = afterTheFirst(Sampler.start(start, Set.of(1)));

            assertThat(samples.get(ProcessRole.MEDIATOR).get(0).threads()).isEqualTo(3);
            assertThat(samples.get(ProcessRole.BACKEND)).isEmpty();
        } finally {
            List<ProcessHandle> children = shell.descendants().toList();
            shell.destroyForcibly().waitFor();
            children.forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void whoWaitsForACpuIsSeenWaiting() throws InterruptedException {
        List<Thread> spinners = java.util.stream.IntStream.range(
                        0, 4 * Runtime.getRuntime().availableProcessors())
                .mapToObj(unused -> new Thread(SamplerIT::spin))
                .toList();
        Reading self = meter.read(Map.of(
                ProcessRole.INJECTOR,
                new CostSource.Tree(ProcessHandle.current().pid())));
        try (Sampler sampler = Sampler.start(self, Set.of(1))) {
            spinners.forEach(Thread::start);
            TimeUnit.MILLISECONDS.sleep(1_500);
            List<Sample> samples = sampler.finish().get(ProcessRole.INJECTOR);

            assertThat(samples.get(0).cpuMicros()).isZero();
            assertThat(samples.get(1).cpuMicros()).isPositive();
            assertThat(sampler.waitedSeconds()).hasSameSizeAs(sampler.foreignShares());
            assertThat(sampler.waitedSeconds().get(0)).isGreaterThan(0.1);
        } finally {
            spinners.forEach(Thread::interrupt);
        }
    }

    private static void spin() {
        while (!Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void thereIsASampleForEachSecond() throws InterruptedException {
        Reading self = meter.read(Map.of(
                ProcessRole.INJECTOR,
                new CostSource.Tree(ProcessHandle.current().pid())));
        try (Sampler sampler = Sampler.start(self, Set.of(1))) {
            TimeUnit.MILLISECONDS.sleep(1_500);
            List<Sample> samples = sampler.finish().get(ProcessRole.INJECTOR);

            assertThat(samples).hasSizeGreaterThanOrEqualTo(2);
            for (int second = 0; second < samples.size(); second++) {
                assertThat(samples.get(second).second()).isEqualTo(second);
            }
        }
    }

    /** Ends sampling once the first sample must have been begun: it is always completed. */
    private static Map<ProcessRole, List<Sample>> afterTheFirst(Sampler sampler) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(500);
        return sampler.finish();
    }
}
