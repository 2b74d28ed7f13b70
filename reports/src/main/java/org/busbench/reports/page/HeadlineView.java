package org.busbench.reports.page;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.Ranking;
import org.busbench.reports.analysis.Ranking.Claim;
import org.busbench.reports.analysis.Ranking.Lead;

/**
 * The first screen: who has most goodput, and by how much.
 *
 * @param leaders who is first in each scenario at each size; empty for one size
 * @param curves whether an adapter has several levels, and so a small line
 */
record HeadlineView(
        String sentence, String caveat, List<String> sizes, List<Leaders> leaders, List<Card> cards, boolean curves) {

    record Card(String scenario, String title, String job, List<Size> sizes) {}

    /** A scenario, over the sizes. */
    record Leaders(String scenario, String title, List<Leader> sizes) {}

    /** Who is first at one size, and in a few words by how much. */
    record Leader(String payload, String title, String adapter, String look, String by) {}

    record Size(
            String payload,
            String title,
            boolean ranked,
            String leader,
            String look,
            String figure,
            String exact,
            String lead,
            String range,
            String note,
            List<RankView> first,
            List<RankView> more,
            int hidden) {}

    /** So many rows stand in a card before the rest is folded away. */
    private static final int ROWS = 8;

    static HeadlineView of(Analysis analysis, Palette palette) {
        Map<String, List<Ranking>> byScenario =
                analysis.rankings().stream().collect(Collectors.groupingBy(Ranking::scenario));
        List<String> scenarios = analysis.run().info().suite().scenarios();
        List<String> payloads = analysis.run().info().suite().payloads();
        List<Card> cards = scenarios.stream()
                .map(scenario -> new Card(
                        scenario,
                        Format.scenario(scenario),
                        Format.job(scenario),
                        byScenario.get(scenario).stream()
                                .map(ranking -> size(ranking, analysis, palette))
                                .toList()))
                .toList();
        List<Leaders> leaders = payloads.size() < 2
                ? List.of()
                : scenarios.stream()
                        .map(scenario -> new Leaders(
                                scenario,
                                Format.scenario(scenario),
                                byScenario.get(scenario).stream()
                                        .map(ranking -> leader(ranking, palette))
                                        .toList()))
                        .toList();
        return new HeadlineView(
                sentence(analysis.rankings().stream()
                        .filter(ranking -> !ranking.nothing())
                        .toList()),
                caveat(analysis),
                payloads.stream().map(Format::payload).toList(),
                leaders,
                cards,
                cards.stream()
                        .flatMap(card -> card.sizes().stream())
                        .flatMap(size -> Stream.concat(size.first().stream(), size.more().stream()))
                        .anyMatch(row -> row.spark() != null));
    }

    private static String sentence(List<Ranking> standings) {
        Map<String, Long> ahead = standings.stream()
                .filter(ranking -> ranking.claim() == Claim.AHEAD)
                .collect(Collectors.groupingBy(HeadlineView::first, TreeMap::new, Collectors.counting()));
        Map<Claim, Long> claims =
                standings.stream().collect(Collectors.groupingBy(Ranking::claim, Collectors.counting()));
        int all = standings.size();
        if (claims.getOrDefault(Claim.NOBODY, 0L) == all) {
            return "No mediator has a figure.";
        }
        if (ahead.size() == 1 && ahead.containsValue((long) all)) {
            return ahead.keySet().iterator().next() + " has the most goodput "
                    + (all == 1 ? "here." : "in every scenario and at every payload size.");
        }
        if (ahead.isEmpty() && claims.size() == 1 && claims.containsKey(Claim.ALONE)) {
            return standings.stream().map(HeadlineView::first).distinct().count() == 1
                    ? "Only " + first(standings.get(0)) + " has figures: there is nothing to compare it with."
                    : "No two mediators have figures in the same scenario and size: there is nothing to compare.";
        }
        String leads = ahead.entrySet().stream()
                .map(entry -> entry.getKey() + " has the most goodput in " + entry.getValue() + " of " + all)
                .collect(Collectors.joining(", "));
        String rest = Stream.of(
                        rest(claims, Claim.CLOSE, "too close to call"),
                        rest(claims, Claim.RIG_LIMITED, "at the limit of the rig"),
                        rest(claims, Claim.ALONE, "with a single mediator"),
                        rest(claims, Claim.NOBODY, "without any figure"))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        return Stream.of(leads, rest).filter(text -> !text.isEmpty()).collect(Collectors.joining("; ")) + ".";
    }

    private static String rest(Map<Claim, Long> claims, Claim claim, String words) {
        return claims.containsKey(claim) ? claims.get(claim) + " " + words : "";
    }

    private static String caveat(Analysis analysis) {
        long blocks =
                analysis.cells().stream().mapToLong(Cell::measuredTrials).max().orElse(0);
        String trust = blocks <= 1
                ? "Each cell was measured once: there is no interval, so take small differences as hints."
                : "Medians of up to " + blocks + " blocks; ratios with 95 % intervals, paired within blocks.";
        return analysis.ceilingKnown()
                ? trust
                : trust + " The control 'direct' has no figure, so nobody can tell which cells are rig-limited.";
    }

    private static Size size(Ranking ranking, Analysis analysis, Palette palette) {
        boolean ranked = ranking.claim() != Claim.NOBODY && ranking.claim() != Claim.RIG_LIMITED;
        List<RankView> rows = RankView.of(ranking, analysis, palette);
        List<RankView> mediators = rows.stream().filter(row -> !row.control()).toList();
        List<RankView> controls = rows.stream().filter(RankView::control).toList();
        int shown = Math.min(ROWS, mediators.size());
        return new Size(
                ranking.payload(),
                Format.payload(ranking.payload()),
                ranked,
                ranked ? first(ranking) : "",
                ranked ? palette.of(first(ranking)) : "",
                ranked ? Format.number(ranking.mediators().get(0).goodputPerSecond()) : "",
                ranked ? Double.toString(ranking.mediators().get(0).goodputPerSecond()) : "",
                lead(ranking),
                range(ranking),
                note(ranking),
                Stream.concat(mediators.subList(0, shown).stream(), controls.stream())
                        .toList(),
                mediators.subList(shown, mediators.size()),
                mediators.size() - shown);
    }

    private static Leader leader(Ranking ranking, Palette palette) {
        String adapter = ranking.claim() == Claim.NOBODY ? "" : first(ranking);
        return new Leader(
                ranking.payload(),
                Format.payload(ranking.payload()),
                adapter,
                adapter.isEmpty() ? "" : palette.of(adapter),
                switch (ranking.claim()) {
                    case NOBODY -> "no figure";
                    case ALONE -> "alone";
                    case RIG_LIMITED -> "rig-limited";
                    case CLOSE -> "tie with " + second(ranking);
                    case AHEAD -> Format.ratio(between(ranking).ratio()) + " " + second(ranking);
                });
    }

    private static String lead(Ranking ranking) {
        return switch (ranking.claim()) {
            case NOBODY -> "No mediator has a figure";
            case ALONE -> "the only mediator with a figure";
            case RIG_LIMITED -> "No ranking: " + first(ranking) + " and " + second(ranking) + " are at the rig's limit";
            case CLOSE -> "too close to call: " + Format.ratio(between(ranking).ratio()) + " " + second(ranking);
            case AHEAD -> Format.ratio(between(ranking).ratio()) + " " + second(ranking);
        };
    }

    private static String range(Ranking ranking) {
        return ranking.mediators().size() < 2
                ? ""
                : between(ranking)
                        .interval()
                        .map(interval -> "95 %: " + Format.ratios(interval))
                        .orElse("");
    }

    private static String note(Ranking ranking) {
        if (ranking.claim() == Claim.NOBODY) {
            return "";
        }
        Cell first = ranking.mediators().get(0);
        String peak = "at " + Format.clients(first.comparison().concurrency());
        boolean contested = ranking.mediators().size() > 1 && ranking.levels() > 1;
        String levels = contested ? ", ahead at " + ranking.levelsLed() + " of " + ranking.levels() + " levels" : "";
        String rig = first.rigLimited() && ranking.claim() != Claim.RIG_LIMITED
                ? "; the rig set this figure, so it may be able to do more"
                : "";
        return peak + levels + rig;
    }

    private static Lead between(Ranking ranking) {
        return Lead.of(ranking.mediators().get(0), ranking.mediators().get(1));
    }

    private static String first(Ranking ranking) {
        return ranking.mediators().get(0).adapter().name();
    }

    private static String second(Ranking ranking) {
        return ranking.mediators().get(1).adapter().name();
    }
}
