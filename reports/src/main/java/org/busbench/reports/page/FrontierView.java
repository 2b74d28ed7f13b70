package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.busbench.record.Role;
import org.busbench.reports.analysis.Frontier;

/** The frontiers of one scenario and size: a group of bars for each bound. */
record FrontierView(String title, String scenario, String payload, List<Bound> bounds) {

    /**
     * One bound of latency.
     *
     * @param bars one for each adapter, the highest rate first
     */
    record Bound(String title, String millis, List<Bar> bars) {}

    /**
     * One adapter under a bound.
     *
     * @param control whether it is one
     * @param held whether there is a rate
     * @param width of the bar, a percentage of the longest
     * @param sure whether both ends of the bracket stood a second trial
     */
    record Bar(
            String adapter,
            String look,
            boolean control,
            boolean held,
            String width,
            String figure,
            String exact,
            String detail,
            boolean sure,
            String missing) {}

    static List<FrontierView> of(List<Frontier> frontiers, Palette palette) {
        Map<List<String>, List<Frontier>> jobs = new LinkedHashMap<>();
        frontiers.forEach(frontier -> jobs.computeIfAbsent(
                        List.of(frontier.scenario(), frontier.payload()), key -> new ArrayList<>())
                .add(frontier));
        return jobs.entrySet().stream()
                .map(job -> view(job.getKey(), job.getValue(), palette))
                .toList();
    }

    private static FrontierView view(List<String> job, List<Frontier> frontiers, Palette palette) {
        double longest = frontiers.stream()
                .mapToDouble(frontier -> frontier.ratePerSecond().orElse(0.0))
                .max()
                .orElse(0);
        Map<Double, List<Frontier>> byBound = new LinkedHashMap<>();
        frontiers.forEach(frontier -> byBound.computeIfAbsent(frontier.boundMillis(), key -> new ArrayList<>())
                .add(frontier));
        List<Bound> bounds = new ArrayList<>();
        byBound.forEach((millis, own) -> bounds.add(new Bound(
                "p99 within " + Format.number(millis) + " ms",
                Double.toString(millis),
                own.stream()
                        .sorted((a, b) -> Double.compare(
                                b.ratePerSecond().orElse(-1.0),
                                a.ratePerSecond().orElse(-1.0)))
                        .map(frontier -> bar(frontier, longest, palette))
                        .toList())));
        return new FrontierView(
                Format.scenario(job.get(0)) + ", " + Format.payload(job.get(1)), job.get(0), job.get(1), bounds);
    }

    private static Bar bar(Frontier frontier, double longest, Palette palette) {
        double rate = frontier.ratePerSecond().orElse(0.0);
        String missed = frontier.missedPerSecond()
                .map(value -> "not held at " + Format.number(value) + "/s")
                .orElse("no rate was too high");
        String reached = frontier.p99Micros()
                .map(micros -> String.format(Locale.ROOT, "p99 %.2f ms at this rate; ", micros / 1000))
                .orElse("");
        return new Bar(
                frontier.adapter().name(),
                palette.of(frontier.adapter().name()),
                frontier.adapter().role() == Role.CONTROL,
                frontier.ratePerSecond().isPresent(),
                String.format(Locale.ROOT, "%.2f", longest > 0 ? rate / longest * 100 : 0),
                Format.number(rate),
                Double.toString(rate),
                frontier.reason().isEmpty()
                        ? reached + missed + "; " + frontier.trials() + " trials in all"
                        : frontier.reason(),
                frontier.confirmed(),
                frontier.reason().isEmpty() ? missed : "not sought");
    }
}
