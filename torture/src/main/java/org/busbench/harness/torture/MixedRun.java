package org.busbench.harness.torture;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.busbench.harness.measure.ProcessStatus;
import org.busbench.harness.torture.Case.Action;
import org.busbench.harness.torture.Case.Moment;
import org.busbench.harness.torture.Case.Script;
import org.busbench.harness.torture.Case.Step;
import org.busbench.harness.torture.TortureSession.Evidence;
import org.busbench.harness.torture.TortureSession.Result;
import org.busbench.harness.verify.Target;
import org.busbench.record.Integrity;
import org.busbench.record.TrafficFigures;
import org.busbench.record.TrafficFigures.Reading;

/**
 * Plays cases of all classes in random order, one after the other, while good traffic goes on at a steady rate. Only the good
 * traffic is judged, and what is left of the attacks afterwards. Left out are cases that a good request would meet as well:
 * those of a backend that listens no more, that goes wrong as soon as a connection is open, or that goes on after a whole
 * answer, on a connection that may carry the next request by then. For one thread.
 */
public final class MixedRun {
    /** The id of its line in a record, and the class. */
    public static final String ID = "mixed";

    private static final Duration WARM_UP = Duration.ofSeconds(2);
    private static final Duration LONGEST_QUIET = Duration.ofSeconds(20);
    private static final Duration LONGEST_ANSWER = Duration.ofMillis(700);
    private static final Duration LONGEST_OVERLOAD = Duration.ofSeconds(4);
    private static final Duration LEFT_OVER = Duration.ofSeconds(10);
    private static final Duration BEFORE_CONTROL = Duration.ofSeconds(1);
    private static final Duration LONGEST_CONTROL = Duration.ofMinutes(2);
    private static final int QUIET_SHARE = 4;
    private static final int MOST_FAULTS = 500;

    private final ProgrammedBackend backend;
    private final TortureSession session;
    private final Map<Case, Target> cases;
    private final long seed;
    /** Which case began when, by {@link System#nanoTime()}. */
    private final TreeMap<Long, Case> played = new TreeMap<>();

    /**
     * With the cases that a proxy is to get, and where it gets them.
     *
     * @param session of the same backend
     * @param seed of the order
     */
    public MixedRun(ProgrammedBackend backend, TortureSession session, Map<Case, Target> cases, long seed)
            throws IOException {
        this.backend = backend;
        this.session = session;
        this.cases = new LinkedHashMap<>(cases);
        this.seed = seed;
        for (Map.Entry<Case, Target> entry : cases.entrySet()) {
            if (isMetByGoodTraffic(entry.getKey(), entry.getValue())) {
                this.cases.remove(entry.getKey());
            }
        }
    }

    /** How many cases are played, of those that were given. */
    public int size() {
        return cases.size();
    }

    /** The case of which this is the result. */
    public Integrity.Case recorded(Duration duration) {
        return new Integrity.Case(
                ID,
                ID,
                cases.size() + " cases in random order for " + duration.toSeconds() + " s, seed " + seed
                        + ", beside good traffic of " + SteadyTraffic.RATE + " requests a second",
                "docs/hostility.md",
                List.of("good / any"),
                List.of("slow|503 / any"));
    }

    private boolean isMetByGoodTraffic(Case one, Target target) throws IOException {
        Script script = one.exchange().backend();
        if (script.down() || script.at() == Moment.ACCEPT) {
            return true;
        }
        CaseMessages messages = session.messages(one, target);
        StrictReader reader = StrictReader.ofAnswers(place -> "POST");
        for (Step step : script.steps()) {
            Optional<StrictReader.Message> whole = reader.messages().stream()
                    .filter(message -> message.complete() && !message.interim())
                    .findFirst();
            if (whole.isPresent()
                    && whole.get().values("Connection").stream().noneMatch(value -> value.equalsIgnoreCase("close"))) {
                return true;
            }
            if (step.action() == Action.SEND) {
                byte[] bytes = messages.backend(step.text(), messages.nonce(0));
                reader.feed(bytes, bytes.length);
            }
        }
        return false;
    }

    /**
     * Plays for a time.
     *
     * @param good where good traffic goes, in turn
     * @param copy the same for another copy of the proxy, which is attacked at the end; empty when there is none
     * @param pids the proxy's processes; empty when they are not known
     * @return of which {@link Result#tries()} says how many cases were played
     */
    public Result play(List<Target> good, Duration duration, Optional<MixedRun> copy, Supplier<Set<Long>> pids)
            throws IOException, InterruptedException {
        OverloadReport report = new OverloadReport();
        backend.goodTrafficBeside(true);
        try (SteadyTraffic traffic = SteadyTraffic.start(good)) {
            Thread.sleep(WARM_UP.toMillis());
            report.heap(pids.get(), Reading.BEFORE);
            Thread.sleep(WARM_UP.toMillis());
            report.before(pids.get());
            long quiet = System.nanoTime();
            Thread.sleep(Math.min(LONGEST_QUIET.toMillis(), duration.toMillis() / QUIET_SHARE));
            report.begins(pids.get());
            long began = System.nanoTime();
            report.reached(attack(traffic, began + duration.toNanos()));
            report.meanwhile(pids.get());
            report.phases(quiet, began, System.nanoTime());
            report.awaitNormal(traffic);
            report.normal(pids.get());
            if (copy.isPresent()) {
                control(traffic, copy.get(), duration, report);
            }
            traffic.end();
            backend.endConnections();
            awaitEnd(pids, report);
            report.after(pids.get());
            report.heap(pids.get(), Reading.AFTER);
            report.judge(traffic);
            report.judgeSlow(traffic, played);
            report.judgeLeftOver();
        } finally {
            backend.goodTrafficBeside(false);
        }
        boolean lasting = session.good(good.get(0)).isPresent();
        return new Result(
                report.finding(),
                played.size(),
                lasting,
                false,
                Optional.of(evidence(report)),
                report.figures(),
                report.summary());
    }

    /** Attacks a copy in the same way: what good traffic suffers then is due to the machine. */
    private static void control(SteadyTraffic traffic, MixedRun copy, Duration duration, OverloadReport report)
            throws IOException, InterruptedException {
        Thread.sleep(BEFORE_CONTROL.toMillis());
        long began = System.nanoTime();
        copy.attack(traffic, began + Math.min(duration.toNanos(), LONGEST_CONTROL.toNanos()));
        report.control(began, System.nanoTime());
        copy.backend.endConnections();
    }

    private int attack(SteadyTraffic traffic, long end) throws IOException, InterruptedException {
        Random random = new Random(seed);
        List<Case> order = new ArrayList<>();
        int reached = 0;
        while (System.nanoTime() - end < 0 && traffic.faults().size() < MOST_FAULTS) {
            if (order.isEmpty()) {
                order.addAll(cases.keySet());
                Collections.shuffle(order, random);
            }
            Case next = order.remove(order.size() - 1);
            played.put(System.nanoTime(), next);
            reached += play(next, cases.get(next));
        }
        return reached;
    }

    /** Plays one case without judging it; gives the number of its requests that reached the backend. */
    private int play(Case one, Target target) throws IOException, InterruptedException {
        CaseMessages messages = session.messages(one, target);
        backend.begin(one, messages);
        int reached;
        try {
            if (one.extent().overload().isPresent()) {
                try (OverloadClients clients = new OverloadClients(one, messages, target)) {
                    clients.play(shorter(one.extent().overload().get().lasting(), LONGEST_OVERLOAD));
                }
            } else {
                attack(one, target, messages);
            }
        } finally {
            reached = backend.end();
        }
        return reached;
    }

    private static void attack(Case one, Target target, CaseMessages messages) throws InterruptedException {
        Duration limit = shorter(one.extent().limit(), LONGEST_ANSWER);
        try (TortureClient client = new TortureClient(target, TortureSession.methods(one, messages))) {
            client.play(one.exchange().client(), messages, limit);
            client.await(one.exchange().requests(), limit);
        } catch (IOException refused) {
            // That the proxy takes no more connections shows in the good traffic.
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Gives the proxy the time to close what the clients and the backend have closed. */
    private static void awaitEnd(Supplier<Set<Long>> pids, OverloadReport report) throws InterruptedException {
        long last = System.nanoTime() + LEFT_OVER.toNanos();
        while (System.nanoTime() - last < 0
                && pids.get().stream()
                                .mapToLong(pid -> ProcessStatus.descriptors(pid).orElse(0))
                                .sum()
                        > report.figures().getOrDefault(TrafficFigures.descriptors(Reading.BEFORE), Double.MAX_VALUE)) {
            Thread.sleep(200);
        }
    }

    /** The bytes of the first good request that failed, and the script of the case that was played then. */
    private Evidence evidence(OverloadReport report) throws IOException {
        Map.Entry<Long, Case> during =
                report.fault().map(fault -> played.floorEntry(fault.atNanos())).orElse(null);
        Case one = during == null ? played.firstEntry().getValue() : during.getValue();
        return new Evidence(one, session.messages(one, cases.get(one)), report.view(), List.of());
    }
}
