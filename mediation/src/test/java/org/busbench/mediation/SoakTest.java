package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.HttpMessage;
import org.busbench.mediation.rig.RandomClient;
import org.busbench.mediation.rig.RandomClient.Ending;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.StubBackend;
import org.busbench.mediation.rig.Wire;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many messages of mixed scenario, size, framing and fault through a mediator of its own: none is lost, none is swapped, no buffer stays out, and its
 * memory does not grow. {@code -Dbusbench.soak.seconds=N} sets how long (default 5), {@code -Dbusbench.soak.messages=N} how many at most.
 */
class SoakTest {
    private static final long SECONDS = Long.getLong("busbench.soak.seconds", 5);
    private static final long MESSAGES = Long.getLong("busbench.soak.messages", Long.MAX_VALUE);
    private static final int CLIENTS = 12;
    private static final long REPORT_SECONDS = 30;
    private static final long MOST_GROWTH_BYTES = 32 << 20;

    @TempDir
    private Path folder;

    @Test
    void losesSwapsAndLeaksNothing() throws Exception {
        int adminPort = Child.freePort();
        try (StubBackend a = new StubBackend("backend-A").forgetful();
                StubBackend b = new StubBackend("backend-B").forgetful();
                StubBackend c = new StubBackend("backend-C").forgetful();
                Child mediator = Child.ours(
                        Home.copy(folder.resolve("home"), a.port(), b.port(), c.port()),
                        "--admin",
                        Integer.toString(adminPort))) {
            Map<String, String> expected = answers(mediator.port());
            long until = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
            List<RandomClient> clients = new ArrayList<>();
            List<CompletableFuture<Void>> runs = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                RandomClient client = new RandomClient(mediator.port(), i, expected);
                clients.add(client);
                runs.add(CompletableFuture.runAsync(
                        () -> run(client, until), task -> new Thread(task, "client").start()));
            }
            // The first third fills pools, caches and the heap.
            long early = watch(mediator, until - Duration.ofSeconds(SECONDS).toNanos() * 2 / 3);
            long late = watch(mediator, until);
            for (CompletableFuture<Void> run : runs) {
                run.get();
            }
            Map<Ending, Long> endings = sum(clients);
            System.out.println("soak: " + endings + ", resident " + (late >> 20) + " MB");
            assertThat(endings).containsOnlyKeys(Ending.values());
            assertThat(endings.get(Ending.RIGHT)).isGreaterThan(endings.get(Ending.FAULT));
            assertThat(buffersInUse(adminPort)).as("buffers in use").isZero();
            if (SECONDS >= 60) {
                assertThat(late - early).as("growth of the resident memory").isLessThan(MOST_GROWTH_BYTES);
            }
            mediator.terminate();
            assertThat(mediator.exitCode(Duration.ofSeconds(30))).isZero();
        }
    }

    private static void run(RandomClient client, long until) {
        try {
            for (long i = 0; i < MESSAGES / CLIENTS && System.nanoTime() < until; i++) {
                client.exchange();
            }
            client.hangUp();
        } catch (IOException e) {
            throw new CompletionException("a connection was broken without a reason", e);
        }
    }

    /** What comes when all is well; the tests of the scenarios compare that with the samples. */
    private static Map<String, String> answers(int port) throws IOException {
        Map<String, String> answers = new HashMap<>();
        for (Scenario scenario : Scenario.values()) {
            for (String size : RandomClient.sizes()) {
                HttpMessage answer = Wire.exchange(port, scenario.post(scenario.request(size)));
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.text()).contains(Scenario.NONCE).contains("backend-A");
                answers.put(RandomClient.key(scenario, size), answer.text());
            }
        }
        return answers;
    }

    /** Returns the resident memory at the end, in bytes. */
    private static long watch(Child mediator, long until) throws IOException, InterruptedException {
        long resident = mediator.residentBytes();
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            Thread.sleep(Math.min(left / 1_000_000 + 1, REPORT_SECONDS * 1000));
            resident = mediator.residentBytes();
            if (SECONDS > REPORT_SECONDS) {
                System.out.println("soak: resident " + (resident >> 20) + " MB");
            }
        }
        return resident;
    }

    /** Backends' connections may end a moment after the last client. */
    private static long buffersInUse(int adminPort) throws IOException, InterruptedException {
        long inUse = Long.MAX_VALUE;
        for (int i = 0; i < 100 && inUse > 0; i++) {
            Thread.sleep(50);
            String metrics = Wire.exchange(
                            adminPort,
                            "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII))
                    .text();
            String line = metrics.lines()
                    .filter(text -> text.startsWith("busbench_buffers{state=\"in_use\"}"))
                    .findFirst()
                    .orElseThrow();
            inUse = (long)
                    Double.parseDouble(line.substring(line.indexOf('}') + 1).strip());
        }
        return inUse;
    }

    private static Map<Ending, Long> sum(List<RandomClient> clients) {
        Map<Ending, Long> all = new EnumMap<>(Ending.class);
        clients.forEach(client -> client.endings().forEach((ending, count) -> all.merge(ending, count, Long::sum)));
        return all;
    }
}
