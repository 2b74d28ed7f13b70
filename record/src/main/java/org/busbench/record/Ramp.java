package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.nio.file.Files;
import java.nio.file.Path;

/** One ramp of one injector: a line of {@code ramps.jsonl}. */
public record Ramp(
        String schema,
        String injector,
        int to,
        int repeat,
        Outcome outcome,
        String reason,
        String startedAt,
        String finishedAt,
        RampFigures figures,
        @JsonUnwrapped EvidenceFolder evidenceFolder) {

    public static final String SCHEMA = "busbench/ramp/1";

    public static final String FILE = "ramps.jsonl";

    /** The injector's log in the folder of evidence. */
    public static final String INJECTOR_LOG = "injector.csv";

    public static final String SERVER_LOG = "server.csv";

    public static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(RampRun.FILE));
    }

    /** How a ramp ended. */
    public enum Outcome implements Keyed {
        /** Every request was answered or lost. */
        DRAINED,
        /** Requests were still waiting when the time for their answers was over; the injector was ended. */
        CUT_OFF,
        /** The injector ended within the ramp. */
        FAILED;
    }

    /** Refuses a line without identity, and one that has no figures and does not say why. */
    public Ramp {
        Required.text(injector, "injector");
        Required.positive(to, "to");
        Required.positive(repeat, "repeat");
        Required.present(outcome, "outcome");
        if ((outcome == Outcome.FAILED) != (figures == null)) {
            throw new IllegalArgumentException("'figures' belong to every ramp that did not fail, and to no other");
        }
        if (outcome == Outcome.FAILED) {
            Required.text(reason, "reason");
        }
        evidenceFolder = EvidenceFolder.orNone(evidenceFolder);
    }
}
