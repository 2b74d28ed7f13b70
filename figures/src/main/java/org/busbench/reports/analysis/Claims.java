package org.busbench.reports.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.busbench.record.Outcome;
import org.busbench.record.Publication;
import org.busbench.record.Publication.Claim;
import org.busbench.record.Publication.Condition;
import org.busbench.record.Publication.Figure;
import org.busbench.record.Publication.Place;
import org.busbench.record.Publication.Relation;
import org.busbench.record.RecordedRun;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.Contrasts.CellTrials;
import org.busbench.reports.analysis.Repetition.Answer;
import org.busbench.reports.analysis.Repetition.Answered;
import org.busbench.reports.analysis.Repetition.Finding;
import org.busbench.reports.statistics.Estimate;
import org.busbench.reports.statistics.Interval;
import org.busbench.reports.statistics.Looks;
import org.busbench.reports.statistics.Median;
import org.busbench.reports.statistics.PairedSample;
import org.busbench.reports.statistics.Proportion;

/**
 * Decides the claims of a publication by the run rules for verdicts: ratios within blocks, forks as units, at least three
 * of them, and one family, so that the probability of even one false answer is at most {@link Verdict#SIGNIFICANCE}. A
 * bound moves the point against which a difference is judged, and nothing else. A claimed difference is refuted by a
 * {@link Verdict#TIE}, too: one of 10 % would have been found.
 */
record Claims(RecordedRun run, Publication publication, List<Cell> cells) {

    private static final double COVERAGE = 0.95;

    private Looks looks() {
        return Contrasts.looks(run.info().suite());
    }

    /** The answers in the order of the publication. */
    List<Answered> answered() {
        List<List<Case>> byClaim = publication.claims().stream()
                .map(claim -> claim.holds().stream()
                        .flatMap(condition -> condition.places().stream().map(place -> evidence(condition, place)))
                        .toList())
                .toList();
        List<Case> judged = byClaim.stream()
                .flatMap(List::stream)
                .filter(one -> one.estimate.isPresent())
                .toList();
        List<Family.Judgement> judgements = new Family(
                        judged.stream().map(Case::difference).toList(),
                        judged.stream().map(one -> one.share).toList())
                .judgements();
        Map<Case, Family.Judgement> found = new HashMap<>();
        IntStream.range(0, judged.size()).forEach(i -> found.put(judged.get(i), judgements.get(i)));
        return IntStream.range(0, byClaim.size())
                .mapToObj(i -> answered(
                        publication.claims().get(i),
                        byClaim.get(i).stream()
                                .map(one -> one.finding(Optional.ofNullable(found.get(one))))
                                .toList()))
                .toList();
    }

    private static Answered answered(Claim claim, List<Finding> findings) {
        if (findings.isEmpty()) {
            return new Answered(claim, Answer.CANNOT_BE_TOLD, claim.cannot(), findings);
        }
        Answer answer = Stream.of(Answer.REFUTED, Answer.CANNOT_BE_TOLD, Answer.OPEN)
                .filter(one -> findings.stream().anyMatch(finding -> finding.answer() == one))
                .findFirst()
                .orElse(Answer.CONFIRMED);
        String reason = findings.stream()
                .filter(finding -> finding.answer() == answer)
                .map(Finding::reason)
                .filter(words -> !words.isEmpty())
                .distinct()
                .reduce((first, second) -> first + "; " + second)
                .orElse("");
        return new Answered(claim, answer, reason, findings);
    }

    private Case evidence(Condition condition, Place place) {
        Optional<Cell> own = Repetition.cell(cells, publication.system(condition.of()), place);
        Optional<String> absent = absence(condition.of(), place, own, condition.figure());
        if (absent.isPresent()) {
            return new Case(condition, place, absent.get());
        }
        CellTrials row = CellTrials.of(own.orElseThrow());
        if (condition.figure() == Figure.ERROR_SHARE) {
            return errors(condition, place, row);
        }
        if (condition.against() == null) {
            return paired(condition, place, row, row, trial -> 1.0);
        }
        Optional<Cell> other = Repetition.cell(cells, publication.system(condition.against()), place);
        Optional<String> lack = absence(condition.against(), place, other, condition.figure());
        if (lack.isPresent()) {
            return new Case(condition, place, lack.get());
        }
        CellTrials against = CellTrials.of(other.orElseThrow());
        return paired(condition, place, row, against, figure(condition.figure(), against));
    }

    /** A cell in which all requests failed has a share of errors, and no other figure. */
    private Optional<String> absence(String system, Place place, Optional<Cell> cell, Figure figure) {
        if (figure == Figure.ERROR_SHARE
                && cell.filter(one -> one.errors().total() + one.verified() > 0).isPresent()) {
            return Optional.empty();
        }
        return Repetition.absence(run, publication.system(system), place, cell);
    }

    private Case paired(
            Condition condition, Place place, CellTrials row, CellTrials against, Function<Trial, Double> ofAgainst) {
        Contrasts.Pairs pairs = Contrasts.pairs(row, figure(condition.figure(), row), against, ofAgainst);
        return pairs.blocks().isEmpty()
                ? new Case(
                        condition,
                        place,
                        "no block has the figure " + condition.figure().key() + " of all that it needs")
                : new Case(
                        condition,
                        place,
                        "",
                        pairs.blocks().size(),
                        pairs.pairsOfProcesses(),
                        Math.exp(Median.of(pairs.values())),
                        pairs.estimate(),
                        looks().share(pairs.reached()),
                        null);
    }

    /** The figure of a trial in the publication's unit; null where the trial has none. */
    private static Function<Trial, Double> figure(Figure figure, CellTrials row) {
        return switch (figure) {
            case GOODPUT -> Measure.GOODPUT::of;
            case CPU -> Measure.CPU.isKnown(row.trials()) ? Measure.CPU::of : trial -> null;
            case SHORTEST, MEAN, P50, P90, P99 -> trial -> Repetition.millis(figure, trial);
            case ERROR_SHARE -> throw new IllegalArgumentException("a share of errors may be 0 and has no ratio");
        };
    }

    /**
     * Shares by fork, since errors come in bursts; the exact interval of all requests together must agree, since forks
     * without an error say nothing of their noise.
     */
    private Case errors(Condition condition, Place place, CellTrials row) {
        List<Trial> counted = row.trials().stream()
                .filter(trial -> trial.outcome() != Outcome.FAILED)
                .filter(trial -> requests(trial) > 0)
                .toList();
        long failed = counted.stream()
                .mapToLong(trial -> trial.result().errors().total())
                .sum();
        long requests = counted.stream().mapToLong(Claims::requests).sum();
        List<Integer> forks = counted.stream()
                .map(trial -> trial.position().fork())
                .distinct()
                .toList();
        double[] units = forks.size() == 1
                ? counted.stream().mapToDouble(Claims::share).toArray()
                : forks.stream()
                        .mapToDouble(fork -> counted.stream()
                                .filter(trial -> Objects.equals(trial.position().fork(), fork))
                                .mapToDouble(Claims::share)
                                .average()
                                .orElseThrow())
                        .toArray();
        boolean enough = counted.size() >= Contrast.FEWEST_BLOCKS && units.length >= Contrast.FEWEST_FORKS;
        return new Case(
                condition,
                place,
                "",
                counted.size(),
                forks.size(),
                (double) failed / requests,
                enough ? Optional.of(Estimate.paired(PairedSample.of(units))) : Optional.empty(),
                looks().share(counted.stream().mapToInt(Trial::block).max().orElseThrow()),
                Proportion.of(failed, requests).interval());
    }

    private static long requests(Trial trial) {
        return trial.result().verified() + trial.result().errors().total();
    }

    private static double share(Trial trial) {
        return (double) trial.result().errors().total() / requests(trial);
    }

    /**
     * A condition at one level, and what the run has to say to it.
     *
     * @param lack why there is no figure; empty where there is one
     * @param share of the probability of a false answer that it may spend
     * @param exact the interval of a share of errors, else null
     */
    private record Case(
            Condition condition,
            Place place,
            String lack,
            int blocks,
            int forks,
            Double value,
            Optional<Estimate> estimate,
            double share,
            Interval exact) {
        Case(Condition condition, Place place, String lack) {
            this(condition, place, lack, 0, 0, null, Optional.empty(), 1, null);
        }

        /** The distance of the figure from its bound, or from the other figure. */
        Estimate difference() {
            Estimate found = estimate.orElseThrow();
            double from = exact == null ? Math.log(bound()) : bound();
            return new Estimate(found.mean() - from, found.standardError(), found.degrees());
        }

        private double bound() {
            return condition.value() == null ? 1 : condition.value();
        }

        Finding finding(Optional<Family.Judgement> judgement) {
            if (!lack.isEmpty()) {
                return new Finding(condition, place, Answer.CANNOT_BE_TOLD, lack, null, null, 0, null);
            }
            if (judgement.isEmpty()) {
                String few = "there are " + blocks + (blocks == 1 ? " block" : " blocks") + " of " + forks
                        + (forks == 1 ? " fork" : " forks") + ", too few for a verdict";
                return new Finding(condition, place, Answer.OPEN, few, value, exact, forks, null);
            }
            Answer answer = answer(judgement.get());
            return new Finding(
                    condition,
                    place,
                    answer,
                    answer == Answer.OPEN ? whyOpen(judgement.get()) : "",
                    exact == null ? (Double) Math.exp(estimate.orElseThrow().mean()) : value,
                    interval(),
                    forks,
                    judgement.get().pValue());
        }

        /** Holm's correction asks for more than an interval that leaves out the bound. */
        private String whyOpen(Family.Judgement judgement) {
            return verdict(judgement) == Verdict.OPEN && !interval().contains(bound())
                    ? "the interval leaves out the bound, but not by enough beside so many conditions (Holm's"
                            + " correction)"
                    : "the difference is within the noise of the run";
        }

        private Interval interval() {
            if (exact == null) {
                return Contrasts.ratios(estimate.orElseThrow(), share);
            }
            Interval byFork = estimate.orElseThrow().interval(1 - (1 - COVERAGE) * share);
            return new Interval(
                    Math.max(0, Math.min(byFork.low(), exact.low())),
                    Math.min(1, Math.max(byFork.high(), exact.high())),
                    COVERAGE);
        }

        private Answer answer(Family.Judgement judgement) {
            if (exact != null && exact.contains(condition.value())) {
                return Answer.OPEN;
            }
            Relation is = condition.is();
            return switch (verdict(judgement)) {
                case OPEN -> Answer.OPEN;
                case TIE -> is == Relation.SAME ? Answer.CONFIRMED : is.bound() ? Answer.OPEN : Answer.REFUTED;
                case FASTER -> is == Relation.ABOVE || is == Relation.AT_LEAST ? Answer.CONFIRMED : Answer.REFUTED;
                case SLOWER -> is == Relation.BELOW || is == Relation.AT_MOST ? Answer.CONFIRMED : Answer.REFUTED;
            };
        }

        private Verdict verdict(Family.Judgement judgement) {
            // FASTER stands for above, as of a figure of which more is better.
            return Verdict.of(
                    Measure.GOODPUT,
                    difference().mean(),
                    judgement.pValue(),
                    exact == null ? judgement.detectable() : Double.POSITIVE_INFINITY);
        }
    }
}
