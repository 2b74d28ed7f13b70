package org.busbench.reports.compare;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.busbench.record.Finished;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunInfo.Environment;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.Disturbances;
import org.busbench.reports.analysis.Flag;
import org.busbench.reports.analysis.Measure;

/** Caveats that a reader must know before believing that a change is the mediator's. */
final class Caveats {

    private final List<String> sentences = new ArrayList<>();

    private Caveats() {}

    /** One sentence each, without a full stop. */
    static List<String> of(RecordedRun before, RecordedRun after, List<Changes.Both> both) {
        Caveats all = new Caveats();
        all.order(before, after);
        all.end(before);
        all.end(after);
        all.machines(before.info().environment(), after.info().environment());
        all.injectors(before.info().suite().injector(), after.info().suite().injector());
        List<Changes.Both> measured =
                both.stream().filter(Changes.Both::mediatorMeasuredTwice).toList();
        for (Measure measure : Measure.values()) {
            all.counted(measure, before, after, measured);
        }
        measured.forEach(all::thinned);
        Stream.of(before, after)
                .forEach(run -> Disturbances.of(run.trials())
                        .ifPresent(told -> all.sentences.add("in " + run.info().id() + " " + told)));
        all.notReconciled(measured);
        return List.copyOf(all.sentences);
    }

    private void order(RecordedRun before, RecordedRun after) {
        try {
            if (Instant.parse(after.info().startedAt())
                    .isBefore(Instant.parse(before.info().startedAt()))) {
                sentences.add(after.info().id() + " began earlier than "
                        + before.info().id() + ": a loss here was a gain in time");
            }
        } catch (DateTimeException unreadable) {
            sentences.add("which of the runs began first cannot be read from their records");
        }
    }

    private void end(RecordedRun run) {
        String outcome = run.finished().map(Finished::outcome).orElse("killed, or still goes on");
        if (!outcome.equals("complete")) {
            sentences.add(
                    run.info().id() + " is incomplete (" + outcome + "): only its trials until then are compared");
        }
    }

    private void machines(Environment before, Environment after) {
        if (!Objects.equals(before.cpu(), after.cpu()) || before.logicalCpus() != after.logicalCpus()) {
            sentences.add("the runs are of two machines (" + words(before) + "; " + words(after)
                    + "): a control takes out only what slows all programs alike, so a change may come from the"
                    + " machine");
        }
    }

    private static String words(Environment machine) {
        return machine.logicalCpus() + " × " + machine.cpu();
    }

    private void injectors(String before, String after) {
        if (!Objects.equals(before, after)) {
            sentences.add("the load came from " + before + " before and from " + after
                    + " after: an injector that costs more leaves less of the machine to all");
        }
    }

    /** A figure that one run did not take is no change. */
    private void counted(Measure measure, RecordedRun before, RecordedRun after, List<Changes.Both> measured) {
        boolean first = measured.stream().anyMatch(cell -> has(cell.before(), measure));
        boolean second = measured.stream().anyMatch(cell -> has(cell.after(), measure));
        if (first != second) {
            sentences.add(measure.label() + " is known of "
                    + (first ? before : after).info().id() + " alone, and not compared");
        }
    }

    private static boolean has(Cell cell, Measure measure) {
        return !ProcessFigures.of(cell, List.of(), measure).logs().isEmpty();
    }

    private void notReconciled(List<Changes.Both> measured) {
        measured.stream()
                .filter(cell -> alone(cell.before()) || alone(cell.after()))
                .map(cell -> cell.after().comparison().scenario())
                .distinct()
                .forEach(scenario -> sentences.add(
                        scenario + ": " + Flag.Kind.GOODPUT_ALONE.word() + ", since " + Trial.Proof.NOT_COUNTED));
    }

    private static boolean alone(Cell cell) {
        return cell.findings().flagged(Flag.Kind.GOODPUT_ALONE);
    }

    private void thinned(Changes.Both cell) {
        long before = cell.before().measuredTrials();
        long after = cell.after().measuredTrials();
        if (before * cell.after().trials().size()
                != after * cell.before().trials().size()) {
            sentences.add(cell.after().adapter().name() + " in "
                    + cell.after().comparison().words() + " has figures of "
                    + before + " of " + cell.before().trials().size() + " trials before and of " + after + " of "
                    + cell.after().trials().size() + " after: "
                    + (cell.after().reason().isEmpty() ? cell.before() : cell.after()).reason());
        }
    }
}
