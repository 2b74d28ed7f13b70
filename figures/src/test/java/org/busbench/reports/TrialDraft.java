package org.busbench.reports;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.busbench.record.Adapter;
import org.busbench.record.Duet;
import org.busbench.record.ErrorCounts;
import org.busbench.record.EvidenceFolder;
import org.busbench.record.Latency;
import org.busbench.record.Load;
import org.busbench.record.Machine;
import org.busbench.record.Outcome;
import org.busbench.record.Probe;
import org.busbench.record.ProcessUse;
import org.busbench.record.Processes;
import org.busbench.record.Purpose;
import org.busbench.record.Reconciliation;
import org.busbench.record.Trial;
import org.busbench.record.Trial.Sampled;
import org.busbench.record.Trial.Totals;
import org.busbench.record.Window;

/** A trial of a test while it is put together. What a test does not name is unremarkable. */
public final class TrialDraft {

    private static final int SECONDS = 3;

    private final Adapter adapter;
    private final int block;
    private final int concurrency;
    private String scenario = "cbr";
    private int number;
    private Purpose purpose;
    private Window window;
    private Integer fork;
    private Load load = Load.CLOSED;
    private Outcome outcome = Outcome.MEASURED;
    private String reason;
    private double goodput = 100;
    private double cpuMicros = 10;
    private Latency latency;
    private ErrorCounts errors = ErrorCounts.NONE;
    private List<Trial.Second> series = List.of();
    private Totals totals;
    private String notReconciled;
    private Reconciliation reconciliation;
    private Sampled sampled;
    private Probe probe;
    private Duet duet;
    private Double instructionsPerMessage;
    private Processes processes;
    private Machine machine;

    TrialDraft(Adapter adapter, int block, int concurrency) {
        this.adapter = adapter;
        this.block = block;
        this.concurrency = concurrency;
        this.number = block * 1000 + concurrency;
        this.latency = new Latency(0, 1, Math.min(100 * block, 2000), 2000, 3000, 4000, 5000, 6000);
    }

    public TrialDraft scenario(String value) {
        scenario = value;
        return this;
    }

    public TrialDraft number(int value) {
        number = value;
        return this;
    }

    /** As a trial of a search at this rate, which had load. */
    public TrialDraft sought(double ratePerSecond) {
        purpose = Purpose.FRONTIER;
        load = new Load(Load.Model.OPEN, ratePerSecond, null);
        window = new Window(1000, 4000);
        return this;
    }

    public TrialDraft purpose(Purpose value) {
        purpose = value;
        return this;
    }

    public TrialDraft fork(Integer value) {
        fork = value;
        return this;
    }

    public TrialDraft load(Load value) {
        load = value;
        return this;
    }

    public TrialDraft measured(double goodputPerSecond, double cpuMicrosPerMessage) {
        goodput = goodputPerSecond;
        cpuMicros = cpuMicrosPerMessage;
        return this;
    }

    public TrialDraft without(Outcome how, String why) {
        outcome = how;
        reason = why;
        return this;
    }

    public TrialDraft latency(Latency value) {
        latency = value;
        return this;
    }

    public TrialDraft errors(ErrorCounts value) {
        errors = value;
        return this;
    }

    public TrialDraft series(double... verifiedPerSecond) {
        series = java.util.stream.IntStream.range(0, verifiedPerSecond.length)
                .mapToObj(i -> new Trial.Second(i, Math.round(verifiedPerSecond[i]), 0, null, null))
                .toList();
        return this;
    }

    public TrialDraft totals(Totals value) {
        totals = value;
        return this;
    }

    public TrialDraft reconciliation(Reconciliation value) {
        reconciliation = value;
        return this;
    }

    public TrialDraft notReconciled() {
        notReconciled = Trial.Proof.NOT_COUNTED;
        return this;
    }

    public TrialDraft sampled(Sampled value) {
        sampled = value;
        return this;
    }

    public TrialDraft probe(Probe value) {
        probe = value;
        return this;
    }

    /** So many instructions for each message, of 100 that were verified while they were counted. */
    public TrialDraft instructions(double perMessage) {
        instructionsPerMessage = perMessage;
        return this;
    }

    private ProcessUse.Instructions instructions(boolean measured) {
        return !measured || instructionsPerMessage == null
                ? null
                : new ProcessUse.Instructions(
                        instructionsPerMessage, Math.round(instructionsPerMessage * 100), 0, 100, new Window(9, 10));
    }

    public TrialDraft processes(Processes value) {
        processes = value;
        return this;
    }

    public TrialDraft machine(Machine value) {
        machine = value;
        return this;
    }

    /** Other programs took this share of the CPU in each of its seconds. */
    public TrialDraft disturbed(double share) {
        return machine(new Machine(0.9, 0, 0.1, null, null, Collections.nCopies(SECONDS, share), null));
    }

    public TrialDraft duet(Duet value) {
        duet = value;
        purpose = Purpose.DUET;
        return this;
    }

    public Trial build() {
        boolean measured = outcome == Outcome.MEASURED;
        ProcessUse use = new ProcessUse(
                measured ? cpuMicros : null, 1, 1, instructions(measured), 1, 1, null, null, List.of(), null);
        return new Trial(
                Trial.SCHEMA,
                null,
                new Trial.Position(number, block, purpose, fork, null),
                new Trial.Subject(adapter.name(), adapter.role(), scenario, scenario, "500", concurrency),
                new Trial.Conditions(
                        "jmeter-http",
                        load,
                        Map.of(),
                        measured ? "2026-11-21T09:40:12Z" : null,
                        window,
                        measured ? (double) (series.isEmpty() ? SECONDS : series.size()) : null,
                        List.of()),
                new Trial.Result(
                        outcome,
                        reason,
                        measured ? Math.round(goodput * SECONDS) : 0,
                        errors,
                        measured ? goodput : null,
                        measured ? latency : null,
                        1000,
                        series,
                        null),
                new Trial.Proof(totals, reconciliation, sampled, notReconciled, null),
                new Trial.Use(processes == null ? new Processes(use, use, use, null) : processes, machine),
                probe,
                duet,
                new EvidenceFolder("trials/0001", null),
                null);
    }
}
