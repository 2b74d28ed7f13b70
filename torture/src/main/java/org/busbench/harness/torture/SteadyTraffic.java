package org.busbench.harness.torture;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.busbench.harness.torture.GoodClient.Answer;
import org.busbench.harness.torture.GoodClient.Fate;
import org.busbench.harness.verify.Target;

/**
 * Good traffic at a constant rate, from clients with a thread each. The time of an answer counts from the instant at which its
 * request was due, so that a proxy that makes its clients wait does not get fewer long times. The methods are for one thread.
 */
final class SteadyTraffic implements AutoCloseable {
    /** Requests per second, all clients together. */
    static final int RATE = 200;

    private static final int CLIENTS = 16;
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final double PERCENTILE = 0.99;

    private final List<Thread> threads = new ArrayList<>();
    private final List<Sample> samples = new ArrayList<>();
    private final List<Answer> faults = new ArrayList<>();
    private final long beganNanos = System.nanoTime();
    private volatile boolean over;
    private IOException broken;

    /** When a request was due, what it took from then on, and what came of it. */
    private record Sample(long dueNanos, long tookNanos, Fate fate, boolean sentAgain) {}

    /**
     * The answers to the requests that were due within a span of time.
     *
     * @param due requests, also those that were never sent since their client still waited for an earlier answer
     * @param sent those that were sent
     * @param sentAgain requests that met the end of a kept connection, and went out on another one
     * @param inTime those whose right answer came before the span was over
     * @param p99Millis of the right answers; NaN without any
     */
    record Figures(
            long due,
            long sent,
            long right,
            long refused,
            long lost,
            long wrong,
            long swapped,
            long sentAgain,
            long inTime,
            double p99Millis) {
        /** Whether an answer is missing, or is not the one that the backend gave. */
        boolean damaged() {
            return lost + wrong + swapped > 0;
        }

        /** The answers that came in time, as a share of those that were due. */
        double goodputShare() {
            return due == 0 ? 1 : Math.min(1, (double) inTime / due);
        }
    }

    private SteadyTraffic() {}

    /** Begins, with the clients spread over some targets in turn. */
    static SteadyTraffic start(List<Target> targets) {
        SteadyTraffic traffic = new SteadyTraffic();
        for (int i = 0; i < CLIENTS; i++) {
            int place = i;
            Thread thread = new Thread(
                    () -> traffic.send(targets.get(place % targets.size()), place), "steady-traffic-" + place);
            thread.setDaemon(true);
            traffic.threads.add(thread);
            thread.start();
        }
        return traffic;
    }

    private void send(Target target, int place) {
        try (GoodClient client = new GoodClient(target, LIMIT)) {
            for (long number = place; ; number += CLIENTS) {
                long due = beganNanos + number * TimeUnit.SECONDS.toNanos(1) / RATE;
                long left = due - System.nanoTime();
                if (left > 0) {
                    TimeUnit.NANOSECONDS.sleep(left);
                }
                if (over) {
                    return;
                }
                Answer answer = client.ask();
                keep(new Sample(due, System.nanoTime() - due, answer.fate(), answer.sentAgain()), answer);
            }
        } catch (IOException e) {
            synchronized (this) {
                broken = e;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void keep(Sample sample, Answer answer) {
        samples.add(sample);
        if (answer.fate() != Fate.RIGHT && answer.fate() != Fate.REFUSED) {
            faults.add(answer);
        }
    }

    /**
     * What came of the requests that were due from one instant until before another. Requests without an answer yet are not
     * among them before the traffic has {@linkplain #end ended}.
     */
    synchronized Figures figures(long fromNanos, long toNanos) {
        List<Sample> all = dueWithin(fromNanos, toNanos);
        Map<Fate, Long> fates = all.stream().collect(Collectors.groupingBy(Sample::fate, Collectors.counting()));
        List<Sample> right =
                all.stream().filter(sample -> sample.fate == Fate.RIGHT).toList();
        return new Figures(
                requests(fromNanos, toNanos),
                all.size(),
                right.size(),
                fates.getOrDefault(Fate.REFUSED, 0L),
                fates.getOrDefault(Fate.LOST, 0L),
                fates.getOrDefault(Fate.WRONG, 0L),
                fates.getOrDefault(Fate.SWAPPED, 0L),
                all.stream().filter(Sample::sentAgain).count(),
                right.stream()
                        .filter(sample -> sample.dueNanos + sample.tookNanos - toNanos < 0)
                        .count(),
                percentileMillis(right));
    }

    private List<Sample> dueWithin(long fromNanos, long toNanos) {
        return samples.stream()
                .filter(sample -> sample.dueNanos - fromNanos >= 0 && sample.dueNanos - toNanos < 0)
                .toList();
    }

    private static long requests(long fromNanos, long toNanos) {
        return (toNanos - fromNanos) * RATE / TimeUnit.SECONDS.toNanos(1);
    }

    private static double percentileMillis(List<Sample> right) {
        if (right.isEmpty()) {
            return Double.NaN;
        }
        long[] sorted = right.stream().mapToLong(Sample::tookNanos).sorted().toArray();
        return sorted[(int) Math.ceil(PERCENTILE * sorted.length) - 1] / 1e6;
    }

    /** Whether every request that was due within a span has its right answer, and how long the slowest of them took. */
    synchronized Optional<Duration> slowestIfAllRight(long fromNanos, long toNanos) {
        List<Sample> all = dueWithin(fromNanos, toNanos);
        // Where a span begins between two requests decides over one more or less.
        return all.size() >= requests(fromNanos, toNanos) - 1
                        && all.stream().allMatch(sample -> sample.fate == Fate.RIGHT)
                ? Optional.of(Duration.ofNanos(
                        all.stream().mapToLong(Sample::tookNanos).max().orElse(0)))
                : Optional.empty();
    }

    /** When the requests were due, by {@link System#nanoTime()}, whose right answers took longer than this. */
    synchronized List<Long> slowerThan(double millis) {
        return samples.stream()
                .filter(sample -> sample.fate == Fate.RIGHT && sample.tookNanos / 1e6 > millis)
                .map(Sample::dueNanos)
                .toList();
    }

    /** Asks for the last time and waits for the last answers. */
    void end() throws IOException, InterruptedException {
        over = true;
        for (Thread thread : threads) {
            thread.join();
        }
        synchronized (this) {
            if (broken != null) {
                throw broken;
            }
        }
    }

    /** The answers that were lost, wrong or another's, in the order in which they came. */
    synchronized List<Answer> faults() {
        return List.copyOf(faults);
    }

    /** Ends without waiting. */
    @Override
    public void close() {
        over = true;
    }
}
