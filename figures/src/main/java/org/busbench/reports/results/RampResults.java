package org.busbench.reports.results;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.busbench.record.IntegrityRun;
import org.busbench.record.Keyed;
import org.busbench.record.Ramp;
import org.busbench.record.RampFigures;
import org.busbench.record.RampRun;
import org.busbench.record.RampSeries;
import org.busbench.record.RampSuite;
import org.busbench.record.RampSuite.Condition;
import org.busbench.record.RampSuite.Injector;
import org.busbench.record.RampSuite.Program;
import org.busbench.record.RampSuite.Relation;
import org.busbench.record.RunProblem;
import org.busbench.record.RunReader;
import org.busbench.reports.analysis.Repetition.Answer;
import org.busbench.reports.statistics.Median;

/**
 * What a run of ramps found.
 *
 * @param finishedAt null when the run was killed, or still goes on
 * @param planned how many ramps the suite has
 * @param cells one for each injector and rate of which there is a ramp, rates ascending
 */
public record RampResults(
        String id,
        String suite,
        String about,
        RampSuite.Document document,
        String startedAt,
        String finishedAt,
        String busbench,
        IntegrityRun.Host host,
        double rampSeconds,
        int repeats,
        int planned,
        List<Injector> injectors,
        List<Cell> cells,
        List<Answered> claims) {

    private static final double ALL_CPUS = 0.9;
    private static final double MUCH_COLLECTING = 0.1;
    private static final double NEAR = 0.25;
    private static final double MICROS = 1e6;

    /** The limit of a ramp that did not keep up. */
    public enum Limit implements Keyed {
        /** Nothing: it kept up. */
        NONE,
        /** Injector, server and whatever else ran used the processors of the machine. */
        PROCESSORS,
        /** Collections took a tenth of the time or more. */
        COLLECTIONS,
        /** The caller was always waiting for an answer. */
        WAITING,
        /** None of these. */
        UNKNOWN
    }

    /**
     * The repeats of a ramp.
     *
     * @param ramps in the order of their repeats
     * @param held the median, with the least and the most; null when every repeat failed
     * @param limit of the repeat that is the median
     * @param why the same for people
     */
    public record Cell(String injector, int to, List<Ramp> ramps, Range held, Limit limit, String why) {

        /** A figure over the repeats. */
        public Optional<Range> figure(ToDoubleFunction<RampFigures> figure) {
            return Range.of(figures().stream().map(figure::applyAsDouble).toList());
        }

        private List<RampFigures> figures() {
            return ramps.stream()
                    .map(Ramp::figures)
                    .filter(java.util.Objects::nonNull)
                    .toList();
        }
    }

    /** The median of some values, the least and the most. */
    public record Range(double median, double least, double most) {
        static Optional<Range> of(List<Double> values) {
            if (values.isEmpty()) {
                return Optional.empty();
            }
            double median = Median.of(values, Double::doubleValue);
            return Optional.of(new Range(median, Collections.min(values), Collections.max(values)));
        }
    }

    /**
     * A claim and its answer.
     *
     * @param reason why it is open or cannot be told; empty where it is decided
     */
    public record Answered(RampSuite.Claim claim, Answer answer, String reason, List<Finding> findings) {}

    /**
     * A condition and what was found.
     *
     * @param values one for each repeat
     */
    public record Finding(Condition condition, Answer answer, String reason, List<Double> values) {}

    /**
     * Reads a run from its folder.
     *
     * @throws RunProblem with one line for people, when it cannot be read
     */
    public static RampResults read(Path folder) {
        RampRun run = RunReader.rampRun(folder);
        List<Ramp> lines = RunReader.ramps(folder, new ArrayList<>());
        List<Cell> cells = cells(run, lines);
        return new RampResults(
                run.id(),
                run.suite().name(),
                run.suite().about(),
                run.suite().document(),
                run.startedAt(),
                RunReader.rampEnd(folder).map(RampRun.End::finishedAt).orElse(null),
                run.busbench().words(),
                run.host(),
                run.suite().rampSeconds(),
                run.suite().repeats(),
                run.suite().plan().size(),
                run.suite().injectors(),
                cells,
                run.suite().claims().stream()
                        .map(claim -> answered(claim, cells))
                        .toList());
    }

    /** All rates of which there is a ramp, ascending. */
    public List<Integer> rates() {
        return List.copyOf(new TreeSet<>(cells.stream().map(Cell::to).toList()));
    }

    public Optional<Cell> cell(String injector, int to) {
        return find(cells, injector, to);
    }

    private static Optional<Cell> find(List<Cell> cells, String injector, int to) {
        return cells.stream()
                .filter(cell -> cell.injector().equals(injector) && cell.to() == to)
                .findFirst();
    }

    private static List<Cell> cells(RampRun run, List<Ramp> lines) {
        List<Cell> cells = new ArrayList<>();
        for (int to : new TreeSet<>(lines.stream().map(Ramp::to).toList())) {
            for (Injector injector : run.suite().injectors()) {
                List<Ramp> own = lines.stream()
                        .filter(line -> line.to() == to && line.injector().equals(injector.name()))
                        .toList();
                if (!own.isEmpty()) {
                    cells.add(cell(run, injector, to, own));
                }
            }
        }
        return cells;
    }

    private static Cell cell(RampRun run, Injector injector, int to, List<Ramp> ramps) {
        List<Ramp> driven =
                ramps.stream().filter(ramp -> ramp.figures() != null).toList();
        if (driven.isEmpty()) {
            return new Cell(
                    injector.name(),
                    to,
                    ramps,
                    null,
                    Limit.UNKNOWN,
                    ramps.get(0).reason());
        }
        List<Double> held = driven.stream().map(ramp -> ramp.figures().held()).toList();
        Ramp middle = driven.stream()
                .sorted((a, b) -> Double.compare(a.figures().held(), b.figures().held()))
                .toList()
                .get((driven.size() - 1) / 2);
        Limit limit = limit(run, injector, middle);
        return new Cell(
                injector.name(), to, ramps, Range.of(held).orElseThrow(), limit, why(run, injector, middle, limit));
    }

    private static Limit limit(RampRun run, Injector injector, Ramp ramp) {
        RampFigures figures = ramp.figures();
        if (figures.held() >= ramp.to()) {
            return Limit.NONE;
        }
        if (figures.gcMillis() >= MUCH_COLLECTING * 1000 * run.suite().rampSeconds()) {
            return Limit.COLLECTIONS;
        }
        if (figures.cores() + figures.serverCores() + figures.otherCores()
                >= ALL_CPUS * run.host().logicalCpus()) {
            return Limit.PROCESSORS;
        }
        double most = mostCalls(run, injector, figures);
        return Math.abs(figures.peak() - most) <= NEAR * most ? Limit.WAITING : Limit.UNKNOWN;
    }

    /** How many calls a second its callers can make, each waiting for the answer before the next. */
    private static double mostCalls(RampRun run, Injector injector, RampFigures figures) {
        return callers(run, injector) * MICROS / Math.max(1, figures.callMicros());
    }

    private static int callers(RampRun run, Injector injector) {
        if (injector.program() != Program.GATLING) {
            return run.suite().connections();
        }
        int threads = injector.threads() == 0 ? run.host().logicalCpus() : injector.threads();
        return Math.min(injector.agents(), threads);
    }

    private static String why(RampRun run, Injector injector, Ramp ramp, Limit limit) {
        RampFigures figures = ramp.figures();
        String cores = String.format(
                Locale.ROOT,
                "injector %.2f, server %.2f and all else %.2f of %d CPUs",
                figures.cores(),
                figures.serverCores(),
                figures.otherCores(),
                run.host().logicalCpus());
        int callers = callers(run, injector);
        return switch (limit) {
            case NONE -> "kept up to the end: " + cores;
            case PROCESSORS -> "no processor left: " + cores;
            case COLLECTIONS ->
                String.format(
                        Locale.ROOT,
                        "garbage collection took %.0f %% of the time",
                        figures.gcMillis() / (10 * run.suite().rampSeconds()));
            case WAITING ->
                String.format(
                        Locale.ROOT,
                        "%s; a call takes %.0f µs, so %s most %.0f a second: requests queue before %s",
                        callers == 1 ? "one caller waits for each answer" : callers + " callers wait for each answer",
                        figures.callMicros(),
                        callers == 1 ? "it makes at" : "they make at",
                        mostCalls(run, injector, figures),
                        callers == 1 ? "it" : "them");
            case UNKNOWN ->
                "neither processors (" + cores + ") nor collections nor waiting callers were at their limit";
        };
    }

    private static Answered answered(RampSuite.Claim claim, List<Cell> cells) {
        if (claim.cannot() != null) {
            return new Answered(claim, Answer.CANNOT_BE_TOLD, claim.cannot(), List.of());
        }
        List<Finding> findings = claim.holds().stream()
                .map(condition -> finding(condition, cells))
                .toList();
        for (Answer answer : List.of(Answer.REFUTED, Answer.CANNOT_BE_TOLD, Answer.OPEN)) {
            Optional<Finding> first = findings.stream()
                    .filter(finding -> finding.answer() == answer)
                    .findFirst();
            if (first.isPresent()) {
                return new Answered(claim, answer, first.get().reason(), findings);
            }
        }
        return new Answered(claim, Answer.CONFIRMED, "", findings);
    }

    private static Finding finding(Condition condition, List<Cell> cells) {
        Optional<Cell> own = find(cells, condition.of(), condition.to());
        Optional<Cell> other =
                condition.against() == null ? Optional.empty() : find(cells, condition.against(), condition.to());
        if (own.isEmpty() || (condition.against() != null && other.isEmpty())) {
            return new Finding(condition, Answer.CANNOT_BE_TOLD, "the run has no such ramp", List.of());
        }
        List<Double> values = new ArrayList<>();
        for (Ramp ramp : own.get().ramps()) {
            value(condition, ramp, other).ifPresent(values::add);
        }
        if (values.size() < own.get().ramps().size()) {
            return new Finding(condition, Answer.CANNOT_BE_TOLD, "a ramp failed", values);
        }
        long holding = values.stream().filter(value -> holds(condition, value)).count();
        boolean all = holding == values.size();
        if (condition.against() == null
                && own.get().limit() == Limit.PROCESSORS
                && List.of("held", "peak").contains(condition.figure())
                && !(all && condition.is() == Relation.AT_LEAST)) {
            return new Finding(
                    condition,
                    Answer.CANNOT_BE_TOLD,
                    "injector and server share the processors of one machine here, and used all of them",
                    values);
        }
        if (holding > 0 && !all) {
            return new Finding(condition, Answer.OPEN, "the repeats disagree", values);
        }
        return values.size() < RampSuite.DECIDING_REPEATS
                ? new Finding(
                        condition,
                        Answer.OPEN,
                        "decided by " + RampSuite.DECIDING_REPEATS + " repeats or more, and there "
                                + (values.size() == 1 ? "is one" : "are " + values.size()),
                        values)
                : new Finding(condition, all ? Answer.CONFIRMED : Answer.REFUTED, "", values);
    }

    private static Optional<Double> value(Condition condition, Ramp ramp, Optional<Cell> other) {
        if (ramp.figures() == null) {
            return Optional.empty();
        }
        double value = ramp.figures().of(condition.figure());
        if (condition.against() == null) {
            return Optional.of(value);
        }
        return other.flatMap(cell -> cell.ramps().stream()
                .filter(rival -> rival.repeat() == ramp.repeat() && rival.figures() != null)
                .map(rival -> value / rival.figures().of(condition.figure()))
                .findFirst());
    }

    private static boolean holds(Condition condition, double value) {
        return condition.is() == Relation.AT_LEAST ? value >= condition.value() : value <= condition.value();
    }

    /** The log rows behind a ramp, for a chart. */
    public static RampSeries series(Path folder, Ramp ramp, double rampSeconds) {
        try {
            return RampSeries.read(folder.resolve(ramp.evidenceFolder().path()), ramp.to(), rampSeconds);
        } catch (java.io.IOException | IllegalArgumentException unreadable) {
            throw new RunProblem(
                    folder.resolve(ramp.evidenceFolder().path()) + ": " + unreadable.getMessage(), unreadable);
        }
    }
}
