package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;

/**
 * How a run of hostile exchanges ended, and what its log holds: {@code integrity.json}. A run without it was killed, or
 * still goes on.
 */
public record IntegrityRun(
        String schema,
        String id,
        String startedAt,
        String finishedAt,
        RunInfo.Busbench busbench,
        Host host,
        List<String> cases,
        List<Tortured> adapters,
        int lines,
        String linesSha256) {

    public static final String SCHEMA = "busbench/integrity-run/1";

    public static final String FILE = "integrity.json";

    /** How far an adapter came. */
    public enum Outcome implements Keyed {
        /** Every case was tried. */
        COMPLETE,
        /** The adapter could not be started, or could not go on: the remaining cases were not tried. */
        BROKEN_OFF,
        /** The adapter needs something that is not on this machine. */
        UNAVAILABLE
    }

    /** The machine. */
    public record Host(String os, String kernel, String cpu, int logicalCpus, long memoryBytes, String java) {}

    /** An adapter. */
    public record Tortured(
            String name,
            String title,
            Outcome outcome,
            String reason,
            double seconds,
            @JsonInclude(Include.NON_NULL) String objectionsSha256) {
        /** Refuses an adapter without a name, and one that broke off and does not say why. */
        public Tortured {
            Required.text(name, "adapters.name");
            Required.text(title, "adapters.title");
            Required.present(outcome, "adapters.outcome");
            if (outcome != Outcome.COMPLETE) {
                Required.text(reason, "adapters.reason");
            }
            Required.notNegative(seconds, "adapters.seconds");
        }
    }

    /** Refuses a run without identity, and one that names an adapter or a case twice. */
    public IntegrityRun {
        Required.text(id, "id");
        Required.text(startedAt, "startedAt");
        Required.text(finishedAt, "finishedAt");
        Required.text(linesSha256, "linesSha256");
        Required.notNegative(lines, "lines");
        cases = Required.listOrEmpty(cases);
        adapters = Required.listOrEmpty(adapters);
        if (cases.stream().distinct().count() < cases.size()) {
            throw new IllegalArgumentException("'cases' names one twice");
        }
        if (adapters.stream().map(Tortured::name).distinct().count() < adapters.size()) {
            throw new IllegalArgumentException("'adapters' names one twice");
        }
    }
}
