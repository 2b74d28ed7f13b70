package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.Operator;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.StubBackend;
import org.busbench.mediation.wire.WireLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client that reads a kilobyte a second from an answer of a gigabyte: it costs what may wait for one connection, and no other client notices.
 * {@code -Dbusbench.slowReader.seconds=N} sets how long it reads (default 2). Prints the answer times of the others, before and meanwhile.
 */
class SlowReaderIT {
    private static final int SECONDS = Integer.getInteger("busbench.slowReader.seconds", 2);
    private static final int PIECE = 1 << 10;
    private static final long MOST_GROWTH = 24L << 20;
    /** Before that the JVM's own code and heap grow. */
    private static final int SECONDS_OF_WARM_UP = 10;

    /** One holds what waits for the client, one what was read last, one what is read next. */
    private static final long MOST_BUFFERS = 3;

    @TempDir
    private Path folder;

    @Test
    void costsWhatMayWaitForOneConnectionAndDisturbsNobody() throws Exception {
        int adminPort = Child.freePort();
        try (StubBackend backend = new StubBackend("backend-A").forgetful();
                Child mediator =
                        Child.ours(Home.copy(folder.resolve("home"), backend), "--admin", Integer.toString(adminPort));
                Wire slow = new Wire(mediator.port())) {
            Operator operator = new Operator(adminPort);
            List<Long> before = goodTraffic(mediator.port(), SECONDS).join();
            long resident = mediator.residentBytes();
            long buffers = operator.buffersInUse();

            Scenario scenario = Scenario.VIRTUALIZATION;
            slow.send(scenario.post(scenario.request("500"), StubBackend.GIGANTIC));
            assertThat(slow.receiveHead().status()).isEqualTo(200);
            CompletableFuture<List<Long>> others = goodTraffic(mediator.port(), SECONDS);
            for (int i = 0; i < SECONDS; i++) {
                assertThat(slow.receiveRaw(PIECE)).isEqualTo("g".repeat(PIECE));
                LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
            }
            List<Long> meanwhile = others.join();
            System.out.println("slow reader: " + backend.giganticBytes() / 1024 + " KiB left the backend, "
                    + (operator.buffersInUse() - buffers) + " buffers more, resident memory "
                    + (mediator.residentBytes() - resident) / 1024 + " KiB more; good traffic before " + figures(before)
                    + ", meanwhile " + figures(meanwhile));
            assertThat(backend.giganticBytes())
                    .isLessThan(
                            mostInSockets() + (long) SECONDS * PIECE + MOST_BUFFERS * WireLimits.USUAL.bufferBytes());
            assertThat(operator.buffersInUse() - buffers).isBetween(1L, MOST_BUFFERS);
            if (SECONDS >= SECONDS_OF_WARM_UP) {
                assertThat(mediator.residentBytes() - resident).isLessThan(MOST_GROWTH);
            }

            slow.reset();
            assertThat(operator.buffersInUse(buffers)).as("buffers in use").isEqualTo(buffers);
            assertThat(backend.giganticBytes()).isLessThan(StubBackend.GIGABYTE / 10);
        }
    }

    /** The size in bytes to which the kernel's four socket buffers may grow together. */
    private static long mostInSockets() throws IOException {
        return 2 * (mostBytes("tcp_rmem") + mostBytes("tcp_wmem"));
    }

    /** The last of the three figures of a setting: least, usual and most bytes of a buffer. The kernel gives it to one read alone. */
    private static long mostBytes(String setting) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(Path.of("/proc/sys/net/ipv4", setting))) {
            return Long.parseLong(reader.readLine().strip().split("\\s+", -1)[2]);
        }
    }

    /** Exchanges good messages for so many seconds, each compared to the byte; completes with the nanoseconds that each took. */
    private static CompletableFuture<List<Long>> goodTraffic(int port, int seconds) {
        return CompletableFuture.supplyAsync(() -> {
            List<Long> times = new ArrayList<>();
            Scenario scenario = Scenario.VIRTUALIZATION;
            byte[] request = scenario.post(scenario.request("1K"));
            String expected = scenario.response("1K");
            try (Wire wire = new Wire(port)) {
                long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
                while (System.nanoTime() < end) {
                    long begin = System.nanoTime();
                    assertThat(wire.send(request).receive().text()).isEqualTo(expected);
                    times.add(System.nanoTime() - begin);
                }
            } catch (IOException e) {
                throw new CompletionException("good traffic was disturbed", e);
            }
            return times;
        });
    }

    private static String figures(List<Long> nanos) {
        List<Long> sorted = nanos.stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "%d answers, p50 %.2f ms, p99 %.2f ms",
                sorted.size(),
                sorted.get(sorted.size() / 2) / 1e6,
                sorted.get(sorted.size() * 99 / 100) / 1e6);
    }
}
