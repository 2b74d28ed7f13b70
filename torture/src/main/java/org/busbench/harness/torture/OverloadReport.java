package org.busbench.harness.torture;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.busbench.harness.measure.LiveHeap;
import org.busbench.harness.measure.ProcessStatus;
import org.busbench.harness.measure.Readings;
import org.busbench.harness.torture.GoodClient.Answer;
import org.busbench.harness.torture.Judge.Finding;
import org.busbench.harness.torture.Judge.Rating;
import org.busbench.harness.torture.SteadyTraffic.Figures;
import org.busbench.harness.torture.TortureClient.View;
import org.busbench.record.TrafficFigures;
import org.busbench.record.TrafficFigures.Reading;

/**
 * What happens to good traffic at a steady rate while a proxy is under attack, and what of the attack is left afterwards. Lost,
 * wrong and swapped answers are wrong, and so is traffic that is not normal again in time. Slow answers alone never are: how fast
 * a proxy is may depend on what else the machine does. For one thread.
 */
final class OverloadReport {
    /** Answers that take more than so many times what they took before are slow. */
    static final double SLOW = 3;

    private static final double RATE_KEPT = 0.9;
    /** The share of the due good answers from which the rate is normal again. */
    private static final double RATE_BACK = 0.5;

    /** The delay in ms that goes unnoticed, since on a shared machine the scheduler alone may cause it. */
    private static final double UNNOTICED_MILLIS = 20;

    private static final Duration NORMAL_AGAIN = Duration.ofSeconds(5);
    private static final Duration WINDOW = Duration.ofMillis(500);
    private static final Duration STEP = Duration.ofMillis(100);
    private static final double NORMAL_MILLIS = 100;
    private static final int MOST_NAMED = 8;
    /** A pool may keep some for the next time. */
    private static final double MOST_LEFT_OVER = 32;

    /** The memory in MiB that caches and pools of a mediator may keep. */
    private static final double MOST_HEAP_LEFT_OVER_MIB = 64;

    private static final double MEBIBYTE = 1 << 20;

    private final Map<String, Double> figures = new LinkedHashMap<>();
    private final List<String> faults = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private long quietNanos;
    private long beganNanos;
    private long endedNanos;
    private long controlNanos;
    private long controlEndNanos;
    private long normalMillis = -1;
    private String word = "good";
    private int reached;
    private long cpuNanos;
    private long cpuReadNanos;
    private Answer fault;
    private String attack = "";
    private String summary = "";

    /** Notes the use of the processes before the attack; the quiet time begins here. */
    void before(Set<Long> pids) {
        processes(pids, Reading.BEFORE);
        cpuSince(pids, null);
    }

    /** Has JVMs among the processes collect what they do not need, and reads what is left. */
    void heap(Set<Long> pids, Reading when) throws InterruptedException {
        LiveHeap.collected(pids, new Readings())
                .ifPresent(bytes -> figures.put(TrafficFigures.heap(when), rounded(bytes / MEBIBYTE)));
    }

    void begins(Set<Long> pids) {
        cpuSince(pids, Reading.BEFORE);
    }

    /** Notes the use of the processes shortly before the attack ends. */
    void meanwhile(Set<Long> pids) {
        processes(pids, Reading.MEANWHILE);
        cpuSince(pids, Reading.MEANWHILE);
    }

    /** Notes the CPU time of the processes until good traffic is normal again. */
    void normal(Set<Long> pids) {
        cpuSince(pids, Reading.AFTER);
    }

    /** Notes the use of the processes when all is over. */
    void after(Set<Long> pids) {
        processes(pids, Reading.AFTER);
    }

    /** Notes the CPU time since the last call, in percent of one CPU. */
    private void cpuSince(Set<Long> pids, Reading when) {
        long now = System.nanoTime();
        long used = 0;
        boolean known = !pids.isEmpty();
        for (long pid : pids) {
            OptionalLong nanos = ProcessStatus.cpuNanos(pid);
            known &= nanos.isPresent();
            used += nanos.orElse(0);
        }
        if (known && when != null && used >= cpuNanos && cpuReadNanos != 0) {
            figures.put(TrafficFigures.cpu(when), rounded(100.0 * (used - cpuNanos) / (now - cpuReadNanos)));
        }
        cpuNanos = used;
        cpuReadNanos = known ? now : 0;
    }

    private void processes(Set<Long> pids, Reading when) {
        long rss = 0;
        long threads = 0;
        long descriptors = 0;
        for (long pid : pids) {
            Optional<ProcessStatus> status = ProcessStatus.of(pid);
            rss += status.map(ProcessStatus::rssBytes).orElse(0L);
            threads += status.map(ProcessStatus::threads).orElse(0);
            descriptors += ProcessStatus.descriptors(pid).orElse(0);
        }
        if (threads > 0) {
            figures.put(TrafficFigures.memory(when), rounded(rss / MEBIBYTE));
            figures.put(TrafficFigures.threads(when), (double) threads);
            figures.put(TrafficFigures.descriptors(when), (double) descriptors);
        }
    }

    /** How many requests of the attack reached the backend. */
    void reached(int requests) {
        reached = requests;
    }

    /** When the quiet time began, when the attack began, and when it ended, by {@link System#nanoTime()}. */
    void phases(long quiet, long began, long ended) {
        quietNanos = quiet;
        beganNanos = began;
        endedNanos = ended;
    }

    /** Notes when the same attack went against another copy of the proxy, by {@link System#nanoTime()}. */
    void control(long began, long ended) {
        controlNanos = began;
        controlEndNanos = ended;
    }

    /**
     * Waits until all requests of half a second were answered about as fast as before, or the time for it is over.
     *
     * @return when that half a second began, by {@link System#nanoTime()}; empty when there was none
     */
    Optional<Long> awaitNormal(SteadyTraffic traffic) throws InterruptedException {
        double quiet = traffic.figures(quietNanos, beganNanos).p99Millis();
        double limit = Double.isNaN(quiet) ? NORMAL_MILLIS : Math.max(NORMAL_MILLIS, SLOW * quiet);
        long last = endedNanos + NORMAL_AGAIN.toNanos();
        while (System.nanoTime() - last - WINDOW.toNanos() < 0) {
            Thread.sleep(STEP.toMillis());
            for (long from = endedNanos; from - last < 0; from += STEP.toNanos()) {
                Optional<Duration> slowest = traffic.slowestIfAllRight(from, from + WINDOW.toNanos());
                if (slowest.isPresent() && slowest.get().toNanos() / 1e6 <= limit) {
                    normalMillis = TimeUnit.NANOSECONDS.toMillis(from - endedNanos);
                    return Optional.of(from);
                }
            }
        }
        return Optional.empty();
    }

    /** Says what came of it, of traffic that has ended or is normal again. */
    void judge(SteadyTraffic traffic, Case one, OverloadClients.Tally tally) {
        figures.put("attackersOpened", (double) tally.opened());
        figures.put("attackersMost", (double) tally.most());
        figures.put("attackersNotConnected", (double) tally.refused());
        figures.put("attackersEndedByProxy", (double) tally.ended());
        tally.statuses().forEach((status, count) -> figures.put("attackersAnswered" + status, (double) count));
        judge(traffic);
        attack = " (" + tally.text() + ")";
        List<Set<String>> answers = List.of(Set.of(word));
        boolean right = one.judgement().right().stream().anyMatch(outcome -> outcome.allows(answers, "any"));
        boolean tolerable = one.judgement().tolerable().stream().anyMatch(outcome -> outcome.allows(answers, "any"));
        if (right) {
            remarks.clear();
        } else if (!tolerable && faults.isEmpty()) {
            faults.addAll(remarks);
        }
    }

    /** Says what came of it since the quiet time began, of traffic that has ended or is normal again. */
    void judge(SteadyTraffic traffic) {
        long now = System.nanoTime();
        Figures quiet = traffic.figures(quietNanos, beganNanos);
        Figures meanwhile = traffic.figures(beganNanos, endedNanos);
        Figures all = traffic.figures(quietNanos, now);
        String elsewhere = elsewhere(traffic);
        put(all, quiet, meanwhile);
        fault = traffic.faults().stream()
                .filter(answer -> answer.atNanos() - quietNanos >= 0)
                .findFirst()
                .orElse(null);
        if (all.damaged()) {
            word = all.swapped() + all.wrong() > 0 ? "wrong" : "lost";
            faults.add("of " + all.sent() + " good requests " + all.lost() + " were lost, " + all.wrong()
                    + " got a wrong answer and " + all.swapped() + " another's: "
                    + fault.fault().orElse(""));
        }
        long lastSecond = endedNanos + NORMAL_AGAIN.toNanos();
        Figures rest = traffic.figures(lastSecond - TimeUnit.SECONDS.toNanos(1), lastSecond);
        if (normalMillis < 0 && (rest.right() < rest.sent() || rest.right() < RATE_BACK * rest.due())) {
            word = all.damaged() ? word : "lost";
            faults.add("good traffic is not normal again " + NORMAL_AGAIN.toSeconds() + " s after it: " + rest.right()
                    + " of " + rest.due() + " answers are right");
        } else if (normalMillis < 0) {
            remark("slow", "good answers are still slow " + NORMAL_AGAIN.toSeconds() + " s after it");
        }
        if (all.refused() > 0) {
            remark("503", all.refused() + " of " + all.sent() + " good requests were refused");
        }
        double limit = slowMillis(quiet);
        if (meanwhile.goodputShare() < RATE_KEPT) {
            remark(
                    "slow",
                    "only " + Math.round(100 * meanwhile.goodputShare()) + " % of the good answers came meanwhile");
        } else if (meanwhile.p99Millis() > limit) {
            remark(
                    "slow",
                    String.format(
                            Locale.ROOT,
                            "p99 of good traffic %.1f ms, %.1f ms before%s",
                            meanwhile.p99Millis(),
                            quiet.p99Millis(),
                            elsewhere));
        }
        summarize(all, quiet, meanwhile, elsewhere);
    }

    private void put(Figures all, Figures quiet, Figures meanwhile) {
        figures.put(TrafficFigures.GOOD_SENT, (double) all.sent());
        figures.put(TrafficFigures.GOOD_RIGHT, (double) all.right());
        figures.put(TrafficFigures.GOOD_REFUSED, (double) all.refused());
        figures.put(TrafficFigures.GOOD_LOST, (double) all.lost());
        figures.put(TrafficFigures.GOOD_WRONG, (double) all.wrong());
        figures.put(TrafficFigures.GOOD_SWAPPED, (double) all.swapped());
        figures.put("goodSentAgain", (double) all.sentAgain());
        put(TrafficFigures.QUIET_P99_MILLIS, quiet.p99Millis());
        put(TrafficFigures.P99_MILLIS, meanwhile.p99Millis());
        put(TrafficFigures.GOODPUT_PERCENT, 100 * meanwhile.goodputShare());
        if (normalMillis >= 0) {
            figures.put(TrafficFigures.NORMAL_AFTER_MILLIS, (double) normalMillis);
        }
    }

    /** The effect of the same attack on good traffic when it goes against another copy, in words; empty when it did not. */
    private String elsewhere(SteadyTraffic traffic) {
        if (controlEndNanos == 0) {
            return "";
        }
        double control = traffic.figures(controlNanos, controlEndNanos).p99Millis();
        put(TrafficFigures.CONTROL_P99_MILLIS, control);
        return String.format(Locale.ROOT, ", %.1f ms while the same goes against another copy", control);
    }

    private void summarize(Figures all, Figures quiet, Figures meanwhile, String elsewhere) {
        summary = String.format(
                Locale.ROOT,
                "%d good requests: %d right, %d refused, %d lost, %d wrong, %d swapped; p99 %.1f ms, %.1f ms before%s, %.1f %% in time, %s",
                all.sent(),
                all.right(),
                all.refused(),
                all.lost(),
                all.wrong(),
                all.swapped(),
                meanwhile.p99Millis(),
                quiet.p99Millis(),
                elsewhere,
                100 * meanwhile.goodputShare(),
                normalMillis < 0 ? "not normal again" : "normal after " + normalMillis + " ms");
        if (figures.containsKey(TrafficFigures.heap(Reading.AFTER))) {
            summary += String.format(
                    Locale.ROOT,
                    "; live heap %.1f -> %.1f MiB",
                    figures.get(TrafficFigures.heap(Reading.BEFORE)),
                    figures.get(TrafficFigures.heap(Reading.AFTER)));
        }
        if (figures.containsKey(TrafficFigures.descriptors(Reading.AFTER))) {
            summary += String.format(
                    Locale.ROOT,
                    "; descriptors %.0f -> %.0f, threads %.0f -> %.0f, memory %.0f -> %.0f MiB",
                    figures.get(TrafficFigures.descriptors(Reading.BEFORE)),
                    figures.get(TrafficFigures.descriptors(Reading.AFTER)),
                    figures.get(TrafficFigures.threads(Reading.BEFORE)),
                    figures.get(TrafficFigures.threads(Reading.AFTER)),
                    figures.get(TrafficFigures.memory(Reading.BEFORE)),
                    figures.get(TrafficFigures.memory(Reading.AFTER)));
        }
    }

    private static double slowMillis(Figures quiet) {
        return Math.max(UNNOTICED_MILLIS, SLOW * quiet.p99Millis());
    }

    /**
     * Names the cases under which the most good answers were slow, of those that were played one after the other.
     *
     * @param played which began when, by {@link System#nanoTime()}
     */
    void judgeSlow(SteadyTraffic traffic, NavigableMap<Long, Case> played) {
        double limit = slowMillis(traffic.figures(quietNanos, beganNanos));
        Map<String, Long> slow = traffic.slowerThan(limit).stream()
                .filter(due -> due - endedNanos < 0)
                .map(played::floorEntry)
                .filter(Objects::nonNull)
                .collect(Collectors.groupingBy(entry -> entry.getValue().id(), Collectors.counting()));
        if (!slow.isEmpty()) {
            attack = slow.entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                    .limit(MOST_NAMED)
                    .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                    .collect(Collectors.joining(", ", "; slow answers above all under ", ""));
            summary += attack;
        }
    }

    private void remark(String how, String text) {
        if (word.equals("good")) {
            word = how;
        }
        remarks.add(text);
    }

    private void put(String name, double value) {
        if (!Double.isNaN(value)) {
            figures.put(name, rounded(value));
        }
    }

    private static double rounded(double value) {
        return Math.round(100 * value) / 100.0;
    }

    private void leftOver(String what, double most, Function<Reading, String> name) {
        Double before = figures.get(name.apply(Reading.BEFORE));
        Double after = figures.get(name.apply(Reading.AFTER));
        if (before != null && after != null && after > before + most) {
            remarks.add("the process has " + Math.round(after) + " " + what + ", and had " + Math.round(before)
                    + " before");
        }
    }

    /** Names descriptors, threads and live heap that the processes have more than before, when all is closed. */
    void judgeLeftOver() {
        leftOver("descriptors", MOST_LEFT_OVER, TrafficFigures::descriptors);
        leftOver("threads", MOST_LEFT_OVER, TrafficFigures::threads);
        leftOver("MiB of live heap", MOST_HEAP_LEFT_OVER_MIB, TrafficFigures::heap);
    }

    Finding finding() {
        Rating rating = !faults.isEmpty() ? Rating.WRONG : !remarks.isEmpty() ? Rating.TOLERABLE : Rating.RIGHT;
        List<String> reasons = faults.isEmpty() ? remarks : faults;
        String reason = reasons.isEmpty() ? "" : String.join("; ", reasons) + attack;
        return new Finding(rating, reason, word, reached + " requests");
    }

    String summary() {
        return summary;
    }

    /** The first good request that went wrong; empty when every one was answered or refused. */
    Optional<Answer> fault() {
        return Optional.ofNullable(fault);
    }

    /** The bytes of its connection. */
    View view() {
        return fault == null ? new View("", "", List.of(), TortureClient.End.OPEN, false) : fault.view();
    }

    Map<String, Double> figures() {
        return figures;
    }
}
