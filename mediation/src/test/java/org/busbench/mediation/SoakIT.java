package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.Operator;
import org.busbench.mediation.rig.RandomClient;
import org.busbench.mediation.rig.RandomClient.Ending;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many messages of mixed scenario, size, framing and fault through a mediator of its own: none is lost, none is swapped, no buffer stays out, and its
 * memory does not grow. {@code -Dbusbench.soak.messages=N} sets how many (default 2400), {@code -Dbusbench.soak.seconds=N} for how long at most (default 30).
 */
class SoakIT {
    private static final long SECONDS = Long.getLong("busbench.soak.seconds", 30);
    private static final long MESSAGES = Long.getLong("busbench.soak.messages", 2400);
    private static final int CLIENTS = 12;
    private static final int REPORT_SECONDS = 30;
    private static final long MOST_GROWTH_MEGABYTES = 32;

    @TempDir
    private Path folder;

    @Test
    void losesSwapsAndLeaksNothing() throws Exception {
        int adminPort = Child.freePort();
        try (StubBackend a = new StubBackend("backend-A").forgetful();
                StubBackend b = new StubBackend("backend-B").forgetful();
                StubBackend c = new StubBackend("backend-C").forgetful();
                Child mediator = Child.ours(
                        SECONDS < 60 ? List.of("-XX:TieredStopAtLevel=1") : List.of(),
                        Home.copy(folder.resolve("home"), a.port(), b.port(), c.port()),
                        "--admin",
                        Integer.toString(adminPort))) {
            Map<String, String> expected = answers(mediator.port());
            long until = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
            List<RandomClient> clients = new ArrayList<>();
            List<CompletableFuture<Void>> runs = new ArrayList<>();
            LongAdder sent = new LongAdder();
            for (int i = 0; i < CLIENTS; i++) {
                RandomClient client = new RandomClient(mediator.port(), i, expected);
                clients.add(client);
                runs.add(CompletableFuture.runAsync(
                        () -> run(client, until, sent), task -> new Thread(task, "client").start()));
            }
            List<Long> resident = watch(mediator, runs, sent);
            Map<Ending, Long> endings = sum(clients);
            System.out.println("soak: " + sent + " messages, " + endings + ", resident memory by thirds "
                    + highest(resident, 0) + ", " + highest(resident, 1) + ", " + highest(resident, 2) + " MB");
            assertThat(endings).containsOnlyKeys(Ending.values());
            assertThat(endings.get(Ending.RIGHT)).isGreaterThan(endings.get(Ending.FAULT));
            new Operator(adminPort).awaitBuffersInUse(0);
            if (SECONDS >= 60) {
                // The first third fills pools, caches and the heap.
                assertThat(highest(resident, 2) - highest(resident, 1))
                        .as("growth of the resident memory, in MB")
                        .isLessThan(MOST_GROWTH_MEGABYTES);
            }
            mediator.terminate();
            assertThat(mediator.exitCode(Duration.ofSeconds(30))).isZero();
        }
    }

    private static void run(RandomClient client, long until, LongAdder sent) {
        try {
            for (long i = 0; i < MESSAGES / CLIENTS && System.nanoTime() < until; i++) {
                client.exchange();
                sent.increment();
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

    /** Until all have sent what they have to, or one has failed; returns the resident memory from second to second, in bytes. */
    private static List<Long> watch(Child mediator, List<CompletableFuture<Void>> runs, LongAdder sent)
            throws IOException, InterruptedException, ExecutionException {
        List<Long> resident = new ArrayList<>();
        CompletableFuture<Void> all = CompletableFuture.allOf(runs.toArray(CompletableFuture[]::new));
        CompletableFuture<Object> failed = new CompletableFuture<>();
        runs.forEach(run -> run.exceptionally(problem -> {
            failed.completeExceptionally(problem);
            return null;
        }));
        CompletableFuture<Object> over = CompletableFuture.anyOf(all, failed);
        do {
            resident.add(mediator.residentBytes());
            if (resident.size() % REPORT_SECONDS == 0) {
                System.out.println(
                        "soak: " + sent + " messages, resident " + (resident.get(resident.size() - 1) >> 20) + " MB");
            }
        } while (!isOver(over));
        return resident;
    }

    private static boolean isOver(CompletableFuture<Object> runs) throws InterruptedException, ExecutionException {
        try {
            runs.get(1, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    /** Of one third of the time, in MB. */
    private static long highest(List<Long> bytes, int third) {
        int from = bytes.size() * third / 3;
        return bytes.subList(from, Math.max(from + 1, bytes.size() * (third + 1) / 3)).stream()
                        .mapToLong(Long::longValue)
                        .max()
                        .orElseThrow()
                >> 20;
    }

    private static Map<Ending, Long> sum(List<RandomClient> clients) {
        Map<Ending, Long> all = new EnumMap<>(Ending.class);
        clients.forEach(client -> client.endings().forEach((ending, count) -> all.merge(ending, count, Long::sum)));
        return all;
    }
}
