package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.busbench.record.Adapter;
import org.busbench.record.Outcome;
import org.busbench.record.Purpose;
import org.busbench.record.RecordedRun;
import org.busbench.record.Suite;
import org.busbench.record.Trial;
import org.busbench.reports.statistics.Median;

/**
 * The highest rate of requests that an adapter carried with the 99th percentile of latency within a bound, as sought by
 * trial and error. A trial holds a rate when nothing failed, at least 99 % of the requests that were due were answered in
 * the window, and the 99th percentile, counted from when each was due, is within the bound; a rate is held when it was
 * held in more trials than not.
 *
 * @param connections over how many connections the requests came
 * @param boundMillis of the 99th percentile
 * @param ratePerSecond the highest rate that was held, below which none was missed; empty when there is none
 * @param missedPerSecond the lowest rate that was not held; empty when there is none
 * @param p99Micros the 99th percentile at the rate that was held, the median of the trials that held it; empty without one
 * @param trials how many were made for this adapter, scenario and size, at all bounds
 * @param confirmed whether both rates are at most a tenth apart and stood a second trial
 * @param reason why there is no search to show; empty when there is
 */
public record Frontier(
        Adapter adapter,
        String scenario,
        String payload,
        int connections,
        double boundMillis,
        Optional<Double> ratePerSecond,
        Optional<Double> missedPerSecond,
        Optional<Double> p99Micros,
        int trials,
        boolean confirmed,
        String reason) {

    /** Fewer answers than this share of the requests that were due are not the rate that was asked for. */
    public static final double DELIVERED = 0.99;

    /** The ends of a bracket that is narrow enough differ by this factor at most; rates are rounded to three digits. */
    private static final double RESOLUTION = 1.1;

    private static final double SLACK = 1.011;

    private record Votes(List<Trial> held, int missed) {

        boolean holds() {
            return held.size() > missed;
        }

        boolean sure() {
            return Math.abs(held.size() - missed) > 1 || held.size() + missed > 2;
        }
    }

    /** What the searches of a run found, by scenario, size, bound and adapter; empty when none was sought. */
    public static List<Frontier> of(RecordedRun run) {
        Suite suite = run.info().suite();
        List<Frontier> frontiers = new ArrayList<>();
        for (String scenario : suite.scenarios()) {
            for (String payload : suite.payloads()) {
                Map<String, List<Trial>> searches = run.trials().stream()
                        .filter(trial -> trial.purpose() == Purpose.FRONTIER
                                && trial.scenario().equals(scenario)
                                && trial.payload().equals(payload))
                        .collect(Collectors.groupingBy(Trial::adapter));
                for (double bound :
                        suite.extraLoads().frontierMillis().stream().sorted().toList()) {
                    run.info().adapters().stream()
                            .filter(adapter -> searches.containsKey(adapter.name()))
                            .forEach(adapter -> frontiers.add(of(adapter, bound, searches.get(adapter.name()))));
                }
            }
        }
        return frontiers;
    }

    private static Frontier of(Adapter adapter, double boundMillis, List<Trial> search) {
        TreeMap<Double, Votes> byRate = new TreeMap<>();
        search.stream()
                .filter(trial -> trial.window() != null && trial.outcome() != Outcome.FAILED)
                .collect(Collectors.groupingBy(trial -> trial.load().ratePerSecond()))
                .forEach((rate, trials) -> byRate.put(rate, votes(trials, boundMillis)));
        Double held = null;
        Double missed = null;
        for (Map.Entry<Double, Votes> rate : byRate.entrySet()) {
            if (!rate.getValue().holds()) {
                missed = rate.getKey();
                break;
            }
            held = rate.getKey();
        }
        boolean confirmed = held != null
                && missed != null
                && missed <= held * RESOLUTION * SLACK
                && byRate.get(held).sure()
                && byRate.get(missed).sure();
        Trial first = search.get(0);
        return new Frontier(
                adapter,
                first.scenario(),
                first.payload(),
                first.concurrency(),
                boundMillis,
                Optional.ofNullable(held),
                Optional.ofNullable(missed),
                held == null
                        ? Optional.empty()
                        : Optional.of(Median.of(
                                byRate.get(held).held(),
                                trial -> trial.result().latencyMicros().p99())),
                search.size(),
                confirmed,
                search.stream()
                        .filter(trial -> trial.window() == null || trial.outcome() == Outcome.FAILED)
                        .map(trial -> trial.result().reason())
                        .findFirst()
                        .orElse(""));
    }

    private static Votes votes(List<Trial> trials, double boundMillis) {
        List<Trial> held =
                trials.stream().filter(trial -> holds(trial, boundMillis)).toList();
        return new Votes(held, trials.size() - held.size());
    }

    private static boolean holds(Trial trial, double boundMillis) {
        return trial.measured()
                && trial.result().errors().total() == 0
                && trial.result().goodputPerSecond() >= DELIVERED * trial.load().ratePerSecond()
                && trial.result().latencyMicros().p99() <= boundMillis * 1000;
    }
}
