package org.busbench.reports.page;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.Standing;
import org.busbench.reports.analysis.Standing.Verdict;

/**
 * The first screen: who has most goodput, and by how much.
 *
 * @param sentence the answer in one sentence
 * @param caveat how far it can be trusted
 * @param cards one for each scenario
 */
record HeadlineView(String sentence, String caveat, List<Card> cards) {

    record Card(String scenario, String title, String job, List<Size> sizes) {}

    record Size(
            String payload,
            String title,
            boolean ranked,
            String leader,
            String look,
            String figure,
            String exact,
            String lead,
            String note,
            List<BarView> bars) {}

    static HeadlineView of(Analysis analysis, Palette palette) {
        Map<String, List<Standing>> byScenario =
                analysis.standings().stream().collect(Collectors.groupingBy(Standing::scenario));
        List<Card> cards = analysis.run().info().suite().scenarios().stream()
                .map(scenario -> new Card(
                        scenario,
                        Format.scenario(scenario),
                        Format.job(scenario),
                        byScenario.get(scenario).stream()
                                .map(standing -> size(standing, palette))
                                .toList()))
                .toList();
        return new HeadlineView(sentence(analysis.standings()), caveat(analysis), cards);
    }

    private static String sentence(List<Standing> standings) {
        Map<String, Long> ahead = standings.stream()
                .filter(standing -> standing.verdict() == Verdict.AHEAD)
                .collect(Collectors.groupingBy(HeadlineView::first, TreeMap::new, Collectors.counting()));
        Map<Verdict, Long> verdicts =
                standings.stream().collect(Collectors.groupingBy(Standing::verdict, Collectors.counting()));
        int all = standings.size();
        if (verdicts.getOrDefault(Verdict.NOBODY, 0L) == all) {
            return "No mediator has a figure.";
        }
        if (ahead.size() == 1 && ahead.containsValue((long) all)) {
            return ahead.keySet().iterator().next() + " has the most goodput "
                    + (all == 1 ? "here." : "in every scenario and at every payload size.");
        }
        if (ahead.isEmpty() && verdicts.size() == 1 && verdicts.containsKey(Verdict.ALONE)) {
            return "Only one mediator was measured: there is nothing to compare it with.";
        }
        String leads = ahead.entrySet().stream()
                .map(entry -> entry.getKey() + " has the most goodput in " + entry.getValue() + " of " + all)
                .collect(Collectors.joining(", "));
        String rest = Stream.of(
                        rest(verdicts, Verdict.CLOSE, "too close to call"),
                        rest(verdicts, Verdict.RIG_LIMITED, "at the limit of the rig"),
                        rest(verdicts, Verdict.ALONE, "with a single mediator"),
                        rest(verdicts, Verdict.NOBODY, "without any figure"))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        return Stream.of(leads, rest).filter(text -> !text.isEmpty()).collect(Collectors.joining("; ")) + ".";
    }

    private static String rest(Map<Verdict, Long> verdicts, Verdict verdict, String words) {
        return verdicts.containsKey(verdict) ? verdicts.get(verdict) + " " + words : "";
    }

    private static String caveat(Analysis analysis) {
        long blocks =
                analysis.cells().stream().mapToLong(Cell::measuredTrials).max().orElse(0);
        String trust = blocks <= 1
                ? "Each cell was measured once: there is no interval, so take small differences as hints."
                : "Medians of up to " + blocks + " blocks; their intervals and the verdicts stand below.";
        return analysis.ceilingKnown()
                ? trust
                : trust + " The control 'direct' has no figure, so nobody can tell which cells are rig-limited.";
    }

    private static Size size(Standing standing, Palette palette) {
        boolean ranked = standing.verdict() != Verdict.NOBODY && standing.verdict() != Verdict.RIG_LIMITED;
        Function<Cell, String> goodput = cell -> Format.number(cell.goodputPerSecond());
        return new Size(
                standing.payload(),
                Format.payload(standing.payload()),
                ranked,
                ranked ? first(standing) : "",
                ranked ? palette.of(first(standing)) : "",
                ranked ? goodput.apply(standing.mediators().get(0)) : "",
                ranked ? Double.toString(standing.mediators().get(0).goodputPerSecond()) : "",
                lead(standing),
                note(standing),
                BarView.of(standing, palette));
    }

    private static String lead(Standing standing) {
        return switch (standing.verdict()) {
            case NOBODY -> "No mediator has a figure";
            case ALONE -> "the only mediator with a figure";
            case RIG_LIMITED ->
                "No ranking: " + first(standing) + " and " + second(standing) + " are at the rig's limit";
            case CLOSE ->
                "too close to call: " + Format.percent(standing.ratio().orElseThrow() - 1) + " over "
                        + second(standing);
            case AHEAD -> standing.ratio().map(Format::ratio).orElse("any number of times") + " " + second(standing);
        };
    }

    private static String note(Standing standing) {
        if (standing.verdict() == Verdict.NOBODY) {
            return "";
        }
        Cell first = standing.mediators().get(0);
        String peak = "at " + Format.clients(first.comparison().concurrency());
        boolean contested = standing.mediators().size() > 1 && standing.levels() > 1;
        String levels = contested ? ", ahead at " + standing.levelsLed() + " of " + standing.levels() + " levels" : "";
        String rig = first.rigLimited() && standing.verdict() != Verdict.RIG_LIMITED
                ? "; the rig set this figure, so it may be able to do more"
                : "";
        return peak + levels + rig;
    }

    private static String first(Standing standing) {
        return standing.mediators().get(0).adapter().name();
    }

    private static String second(Standing standing) {
        return standing.mediators().get(1).adapter().name();
    }
}
