package org.busbench.reports.page;

import static org.busbench.reports.results.Results.each;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.record.Keyed;
import org.busbench.record.Suite;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.Flag;
import org.busbench.reports.analysis.Ranking;
import org.busbench.reports.analysis.Ranking.Claim;
import org.busbench.reports.analysis.Ranking.Lead;
import org.busbench.reports.analysis.WindowLimits;
import org.busbench.reports.results.Fields;

/** The first screen: who has most goodput, and by how much. */
final class HeadlineView {
    /** So many rows stand in a card before the rest is folded away. */
    private static final int ROWS = 8;

    private static final Map<String, String> SHORT = Map.of(
            "rig-limited", "rig",
            "noisy machine", "noisy",
            "outlier block", "outlier",
            "block effect", "blocks",
            "not reconciled", "count off");

    private final Analysis analysis;
    private final Palette palette;
    private final List<Map<String, Object>> rows = new ArrayList<>();

    private HeadlineView(Analysis analysis, Palette palette) {
        this.analysis = analysis;
        this.palette = palette;
    }

    static Map<String, Object> of(Analysis analysis, Palette palette) {
        return new HeadlineView(analysis, palette).fields();
    }

    private Map<String, Object> fields() {
        Map<String, List<Ranking>> byScenario =
                analysis.rankings().stream().collect(Collectors.groupingBy(Ranking::scenario));
        Suite suite = analysis.run().info().suite();
        List<Map<String, Object>> cards = each(
                suite.scenarios(),
                scenario -> Fields.of(
                        "scenario", scenario,
                        "title", Format.scenario(suite, scenario),
                        "job", Format.job(suite, scenario),
                        "sizes", each(byScenario.get(scenario), this::size)));
        List<Map<String, Object>> leaders = each(
                suite.payloads().size() < 2 ? List.of() : suite.scenarios(),
                scenario -> Fields.of(
                        "scenario", scenario,
                        "title", Format.scenario(suite, scenario),
                        "sizes", each(byScenario.get(scenario), this::leader)));
        return Fields.of(
                "sentence",
                        sentence(analysis.rankings().stream()
                                .filter(ranking -> !ranking.nothing())
                                .toList()),
                "caveat", caveat(analysis),
                "sizes", suite.payloads().stream().map(Format::payload).toList(),
                "leaders", leaders,
                "cards", cards,
                "distances", rows.stream().anyMatch(row -> row.get("distance") != null),
                "notSeen", WindowLimits.of(analysis.run()));
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
                    + (all == 1 ? "here." : "in every scenario, at every payload size that was measured in it.");
        }
        if (ahead.isEmpty() && claims.size() == 1 && claims.containsKey(Claim.ALONE)) {
            return standings.stream().map(HeadlineView::first).distinct().count() == 1
                    ? first(standings.get(0)) + " is the only mediator with figures: none can be ahead."
                    : "No two mediators have figures in the same scenario and size: none can be ahead.";
        }
        String leads = ahead.isEmpty()
                ? "No mediator is ahead"
                : ahead.entrySet().stream()
                        .map(entry -> entry.getKey() + " has the most goodput in " + entry.getValue() + " of " + all)
                        .collect(Collectors.joining(", "));
        String rest = Stream.of(
                        rest(claims, Claim.CLOSE, "too close to call"),
                        rest(claims, Claim.RIG_LIMITED, "at the limit of the rig"),
                        rest(claims, Claim.DISTURBED, "disturbed by other programs or machines"),
                        rest(claims, Claim.ALONE, "with a single mediator"),
                        rest(claims, Claim.NOBODY, "without any figure"))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        return leads + (rest.isEmpty() ? "." : "; " + rest + ".");
    }

    private static String rest(Map<Claim, Long> claims, Claim claim, String words) {
        return claims.containsKey(claim) ? claims.get(claim) + " " + words : "";
    }

    private static String caveat(Analysis analysis) {
        long blocks =
                analysis.cells().stream().mapToLong(Cell::measuredTrials).max().orElse(0);
        if (blocks == 0) {
            return "No trial has a figure.";
        }
        String trust = blocks == 1
                ? "Each cell was measured once: there is no interval, so take small differences as hints."
                : "Medians of up to " + blocks + " blocks; ratios with 95 % intervals, paired within blocks.";
        return analysis.ceilingKnown()
                ? trust
                : trust + " The control 'direct' has no figure, so it is not known which cells are rig-limited.";
    }

    private Map<String, Object> size(Ranking ranking) {
        boolean ranked =
                ranking.claim() == Claim.ALONE || ranking.claim() == Claim.CLOSE || ranking.claim() == Claim.AHEAD;
        Optional<Cell> leader =
                ranking.mediators().stream().filter(any -> ranked).findFirst();
        List<Map<String, Object>> mediators = rows(ranking, false);
        List<Map<String, Object>> controls = rows(ranking, true);
        int shown = Math.min(ROWS, mediators.size());
        return Fields.of(
                "payload", ranking.payload(),
                "title", Format.payload(ranking.payload()),
                "ranked", ranked,
                "leader", leader.map(cell -> cell.adapter().name()),
                "look", leader.map(cell -> palette.of(cell.adapter().name())),
                "figure", leader.map(Format::goodput),
                "exact", leader.map(cell -> Double.toString(cell.goodputPerSecond())),
                "lead", lead(ranking),
                "range", range(ranking),
                "note", note(ranking),
                "first",
                        Stream.concat(mediators.subList(0, shown).stream(), controls.stream())
                                .toList(),
                "more", mediators.subList(shown, mediators.size()),
                "hidden", mediators.size() - shown);
    }

    /** The first at one size, and in a few words by how much. */
    private Map<String, Object> leader(Ranking ranking) {
        String adapter = ranking.claim() == Claim.NOBODY ? null : first(ranking);
        String by = switch (ranking.claim()) {
            case NOBODY -> ranking.nothing() ? "not measured" : "no figure";
            case ALONE -> "alone";
            case RIG_LIMITED -> "rig-limited";
            case DISTURBED -> "disturbed";
            case CLOSE -> "close to " + second(ranking);
            case AHEAD -> Format.ratio(between(ranking).ratio()) + " " + second(ranking);
        };
        return Fields.of(
                "payload", ranking.payload(),
                "title", Format.payload(ranking.payload()),
                "adapter", adapter,
                "look", Optional.ofNullable(adapter).map(palette::of),
                "by", by);
    }

    private static String lead(Ranking ranking) {
        return switch (ranking.claim()) {
            case NOBODY -> ranking.nothing() ? "Not measured in this run" : "No mediator has a figure";
            case ALONE -> "the only mediator with a figure";
            case RIG_LIMITED -> "No ranking: " + first(ranking) + " and " + second(ranking) + " are at the rig's limit";
            case DISTURBED -> "No ranking: other programs or machines took a tenth of the CPU or more";
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

    /** Mediators or controls by goodput, then those without a figure. */
    private List<Map<String, Object>> rows(Ranking ranking, boolean controls) {
        double longest = Stream.concat(ranking.mediators().stream(), ranking.controls().stream())
                .mapToDouble(Cell::goodputPerSecond)
                .max()
                .orElse(0);
        List<Map<String, Object>> own = new ArrayList<>();
        for (Cell cell : controls ? ranking.controls() : ranking.mediators()) {
            boolean distant = !controls && !own.isEmpty();
            Optional<Lead> lead =
                    distant ? Optional.of(Lead.of(ranking.mediators().get(0), cell)) : Optional.empty();
            own.add(row(cell, longest, lead));
        }
        ranking.without().stream().filter(cell -> cell.control() == controls).forEach(cell -> own.add(missing(cell)));
        rows.addAll(own);
        return own;
    }

    /** An adapter's peak goodput and how far it is from the first mediator. */
    private Map<String, Object> row(Cell cell, double longest, Optional<Lead> lead) {
        double share = longest > 0 ? cell.goodputPerSecond() / longest : 0;
        return Fields.of(
                "cell", cell,
                "look", palette.of(cell.adapter().name()),
                "measured", true,
                "width", String.format(Locale.ROOT, "%.2f", share * 100),
                "figure", Format.goodput(cell),
                "exact", Double.toString(cell.goodputPerSecond()),
                "level", Format.clients(cell.comparison().concurrency()),
                "distance", lead.map(one -> one.ahead() ? "÷ " + Format.factor(one.ratio()) : "close"),
                "close", lead.filter(one -> !one.ahead()).isPresent(),
                "range", lead.map(HeadlineView::range),
                "flags", each(cell.findings().flags(), HeadlineView::flag));
    }

    /** A flag in a word; {@code mark} is {@code bad} for what spoils the figure, {@code warn} for what limits it. */
    private static Map<String, Object> flag(Flag flag) {
        String word = flag.kind().word();
        return Fields.of(
                "word", SHORT.getOrDefault(word, word),
                "mark", flag.kind().spoils() ? "bad" : "warn",
                "explanation", flag.explanation());
    }

    private static String range(Lead lead) {
        String ratio = "the first has " + Format.ratio(lead.ratio()) + " its goodput";
        return lead.interval()
                .map(found -> ratio + " (95 %: " + Format.ratios(found) + ")")
                .orElse(ratio + ", no interval");
    }

    /** An adapter without a figure, and why. */
    private Map<String, Object> missing(Cell cell) {
        return Fields.of(
                "cell",
                cell,
                "look",
                palette.of(cell.adapter().name()),
                "measured",
                false,
                "missing",
                Keyed.of(cell.outcome()).replace('-', ' '));
    }
}
