package org.busbench.harness.forecast;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.forecast.Forecast.Subject;
import org.busbench.harness.forecast.Forecast.Timed;
import org.busbench.harness.plan.Block;

/** The steps of a run that goes so far, or on, each with its time. Immutable. */
final class Timetable {

    private final Subject subject;
    private final StepCosts pace;
    private final Map<String, Adapter> byName = new HashMap<>();

    Timetable(Subject subject, StepCosts pace) {
        this.subject = subject;
        this.pace = pace;
        subject.adapters().forEach(adapter -> byName.put(adapter.name(), adapter));
    }

    /** Of a run with so many blocks, whose searches for a frontier try so many rates each. */
    List<Timed> of(int blocks, int rounds) {
        return timed(Agenda.of(
                subject.plan(),
                subject.adapters(),
                subject.roomBytes(),
                new Agenda.Extent(subject.audited(), subject.done(), blocks, rounds)));
    }

    /** Of blocks beyond the first, starts and primers of a new fork included; there is at least one. */
    List<Timed> further(List<Block> blocks) {
        return timed(Agenda.further(subject.plan(), subject.adapters(), subject.roomBytes(), blocks));
    }

    private List<Timed> timed(List<PlannedStep> steps) {
        return steps.stream()
                .map(due -> new Timed(due, pace.of(due, byName.get(due.adapter()))))
                .toList();
    }
}
