package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.record.Suite;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.Cell.Status;
import org.busbench.reports.analysis.Ranking;
import org.busbench.reports.analysis.Ranking.Claim;
import org.busbench.reports.analysis.Ranking.Lead;
import org.busbench.reports.analysis.WindowLimits;

/**
 * The first screen: who has most goodput, and by how much.
 *
 * @param leaders who is first in each scenario at each size; empty for one size
 * @param curves whether an adapter has several levels, and so a small line
 * @param distances whether an adapter has a distance from the first
 * @param notSeen what the windows were too short to show; null when they were long enough
 */
record HeadlineView(
        String sentence,
        String caveat,
        List<String> sizes,
        List<Leaders> leaders,
        List<Card> cards,
        boolean curves,
        boolean distances,
        String notSeen) {

    record Card(String scenario, String title, String job, List<Size> sizes) {}

    /** A scenario, over the sizes. */
    record Leaders(String scenario, String title, List<Leader> sizes) {}

    /** The first at one size, and in a few words by how much. */
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
        Suite suite = analysis.run().info().suite();
        List<String> scenarios = suite.scenarios();
        List<String> payloads = suite.payloads();
        List<Card> cards = scenarios.stream()
                .map(scenario -> new Card(
                        scenario,
                        Format.scenario(suite, scenario),
                        Format.job(suite, scenario),
                        byScenario.get(scenario).stream()
                                .map(ranking -> size(ranking, analysis, palette))
                                .toList()))
                .toList();
        List<Leaders> leaders = payloads.size() < 2
                ? List.of()
                : scenarios.stream()
                        .map(scenario -> new Leaders(
                                scenario,
                                Format.scenario(suite, scenario),
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
                rows(cards).anyMatch(row -> row.spark() != null),
                rows(cards).anyMatch(row -> !row.distance().isEmpty()),
                WindowLimits.of(analysis.run()).orElse(null));
    }

    private static Stream<RankView> rows(List<Card> cards) {
        return cards.stream()
                .flatMap(card -> card.sizes().stream())
                .flatMap(size -> Stream.concat(size.first().stream(), size.more().stream()));
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
        String leads = ahead.entrySet().stream()
                .map(entry -> entry.getKey() + " has the most goodput in " + entry.getValue() + " of " + all)
                .collect(Collectors.joining(", "));
        String rest = Stream.of(
                        rest(claims, Claim.CLOSE, "too close to call"),
                        rest(claims, Claim.RIG_LIMITED, "at the limit of the rig"),
                        rest(claims, Claim.DISTURBED, "disturbed by other programs"),
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

    private static Size size(Ranking ranking, Analysis analysis, Palette palette) {
        boolean ranked =
                ranking.claim() == Claim.ALONE || ranking.claim() == Claim.CLOSE || ranking.claim() == Claim.AHEAD;
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
                    case NOBODY -> ranking.nothing() ? "not measured" : "no figure";
                    case ALONE -> "alone";
                    case RIG_LIMITED -> "rig-limited";
                    case DISTURBED -> "disturbed";
                    case CLOSE -> "close to " + second(ranking);
                    case AHEAD -> Format.ratio(between(ranking).ratio()) + " " + second(ranking);
                });
    }

    private static String lead(Ranking ranking) {
        return switch (ranking.claim()) {
            case NOBODY -> ranking.nothing() ? "Not measured in this run" : "No mediator has a figure";
            case ALONE -> "the only mediator with a figure";
            case RIG_LIMITED -> "No ranking: " + first(ranking) + " and " + second(ranking) + " are at the rig's limit";
            case DISTURBED -> "No ranking: other programs took a tenth of the CPU or more";
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

    /**
     * A row of the first screen: an adapter's peak goodput and how far it is from the first, or why it has none.
     *
     * @param control whether it is a control
     * @param measured whether there is a figure
     * @param width of the bar in percent of the longest
     * @param exact the value itself; empty when there is none
     * @param spark goodput over concurrency; null when there is none
     * @param distance from the first mediator: a factor, {@code close}, or nothing
     * @param close whether it does not differ from the first beyond chance
     * @param range the same at length, with the interval
     */
    record RankView(
            String adapter,
            String title,
            String look,
            boolean control,
            boolean measured,
            String width,
            String figure,
            String exact,
            String level,
            Sparkline spark,
            String distance,
            boolean close,
            String range,
            List<FlagMark> flags,
            String missing,
            String reason) {

        /** A flag in a word; {@code mark} is {@code bad} for what spoils the figure, {@code warn} for what limits it. */
        record FlagMark(String word, String mark, String explanation) {}

        private static final Map<String, String> SHORT = Map.of(
                "rig-limited", "rig",
                "noisy machine", "noisy",
                "outlier block", "outlier",
                "block effect", "blocks",
                "not reconciled", "count off");

        /** Mediators by goodput, those without a figure, then controls. */
        static List<RankView> of(Ranking ranking, Analysis analysis, Palette palette) {
            List<Cell> measured = new ArrayList<>(ranking.mediators());
            measured.addAll(ranking.controls());
            double longest =
                    measured.stream().mapToDouble(Cell::goodputPerSecond).max().orElse(0);
            List<RankView> rows = new ArrayList<>();
            for (int i = 0; i < ranking.mediators().size(); i++) {
                Cell cell = ranking.mediators().get(i);
                Lead lead = i == 0 ? null : Lead.of(ranking.mediators().get(0), cell);
                rows.add(row(cell, longest, lead, analysis, palette));
            }
            ranking.without().stream()
                    .filter(cell -> !cell.control())
                    .forEach(cell -> rows.add(missing(cell, palette)));
            ranking.controls().forEach(cell -> rows.add(row(cell, longest, null, analysis, palette)));
            ranking.without().stream().filter(Cell::control).forEach(cell -> rows.add(missing(cell, palette)));
            return rows;
        }

        private static String words(Status outcome) {
            return switch (outcome) {
                case MEASURED -> "measured";
                case NOT_SERVED -> "not served";
                case FAILED -> "failed";
                case NOT_REACHED -> "not reached";
            };
        }

        private static RankView row(Cell cell, double longest, Lead lead, Analysis analysis, Palette palette) {
            double share = longest > 0 ? cell.goodputPerSecond() / longest : 0;
            boolean close = lead != null && !lead.ahead();
            return new RankView(
                    cell.adapter().name(),
                    cell.adapter().title(),
                    palette.of(cell.adapter().name()),
                    cell.control(),
                    true,
                    String.format(Locale.ROOT, "%.2f", share * 100),
                    Format.number(cell.goodputPerSecond()),
                    Double.toString(cell.goodputPerSecond()),
                    Format.clients(cell.comparison().concurrency()),
                    spark(cell, analysis),
                    lead == null ? "" : close ? "close" : "÷ " + Format.factor(lead.ratio()),
                    close,
                    lead == null ? "" : range(lead),
                    cell.findings().flags().stream()
                            .map(flag -> new FlagMark(
                                    SHORT.getOrDefault(
                                            flag.kind().word(), flag.kind().word()),
                                    flag.kind().spoils() ? "bad" : "warn",
                                    flag.explanation()))
                            .toList(),
                    "",
                    "");
        }

        private static String range(Lead lead) {
            String ratio = "the first has " + Format.ratio(lead.ratio()) + " its goodput";
            return lead.interval()
                    .map(found -> ratio + " (95 %: " + Format.ratios(found) + ")")
                    .orElse(ratio + ", no interval");
        }

        private static Sparkline spark(Cell peak, Analysis analysis) {
            List<Cell> levels = analysis.cells().stream()
                    .filter(cell -> !cell.comparison().open())
                    .filter(cell -> cell.adapter().name().equals(peak.adapter().name()))
                    .filter(cell -> cell.comparison()
                            .scenario()
                            .equals(peak.comparison().scenario()))
                    .filter(cell ->
                            cell.comparison().payload().equals(peak.comparison().payload()))
                    .toList();
            return levels.size() < 2
                    ? null
                    : Sparkline.of(
                            levels.stream()
                                    .map(cell ->
                                            Format.clients(cell.comparison().concurrency()))
                                    .toList(),
                            levels.stream()
                                    .map(cell -> cell.figures().isPresent()
                                            ? OptionalDouble.of(cell.goodputPerSecond())
                                            : OptionalDouble.empty())
                                    .toList());
        }

        private static RankView missing(Cell cell, Palette palette) {
            return new RankView(
                    cell.adapter().name(),
                    cell.adapter().title(),
                    palette.of(cell.adapter().name()),
                    cell.control(),
                    false,
                    "0",
                    "",
                    "",
                    "",
                    null,
                    "",
                    false,
                    "",
                    List.of(),
                    words(cell.outcome()),
                    cell.reason());
        }
    }

    /**
     * TPS over concurrency as a line of a few pixels: its shape alone, from zero to its own highest value. Levels stand at
     * equal distances.
     *
     * @param paths stretches without a gap, in the syntax of SVG paths; a stretch of one level is a point
     */
    record Sparkline(List<String> paths, String peakX, String peakY, String title) {

        /** The drawing is so wide and so high, with a margin for the dot. */
        static final int WIDTH = 56;

        static final int HEIGHT = 18;
        private static final double MARGIN = 2.5;

        /**
         * Draws one.
         *
         * @param levels in rising order, as people read them
         * @param values one for each level; empty where there is none
         * @return null when no level has a value
         */
        static Sparkline of(List<String> levels, List<OptionalDouble> values) {
            double most = values.stream()
                    .flatMapToDouble(OptionalDouble::stream)
                    .max()
                    .orElse(0);
            if (!(most > 0)) {
                return null;
            }
            List<String> paths = new ArrayList<>();
            List<String> words = new ArrayList<>();
            StringBuilder stretch = new StringBuilder();
            double step = values.size() == 1 ? 0 : (WIDTH - 2 * MARGIN) / (values.size() - 1);
            String peakX = "";
            String peakY = "";
            for (int i = 0; i < values.size(); i++) {
                if (values.get(i).isEmpty()) {
                    flush(stretch, paths);
                    continue;
                }
                double value = values.get(i).getAsDouble();
                String x = point(values.size() == 1 ? WIDTH / 2.0 : MARGIN + i * step);
                String y = point(HEIGHT - MARGIN - value / most * (HEIGHT - 2 * MARGIN));
                stretch.append(stretch.isEmpty() ? "M" : "L")
                        .append(x)
                        .append(' ')
                        .append(y);
                words.add(Format.number(value) + " at " + levels.get(i));
                if (value == most) {
                    peakX = x;
                    peakY = y;
                }
            }
            flush(stretch, paths);
            return new Sparkline(paths, peakX, peakY, String.join(", ", words));
        }

        private static void flush(StringBuilder stretch, List<String> paths) {
            if (!stretch.isEmpty()) {
                paths.add(stretch.toString());
                stretch.setLength(0);
            }
        }

        private static String point(double value) {
            return String.format(Locale.ROOT, "%.1f", value);
        }
    }
}
