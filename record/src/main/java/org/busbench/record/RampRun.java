package org.busbench.record;

import java.util.List;
import java.util.Map;

/** What a run of ramps is: {@code ramp.json}, written when it begins. */
public record RampRun(
        String schema,
        String id,
        String startedAt,
        RunInfo.Busbench busbench,
        IntegrityRun.Host host,
        RampSuite suite,
        String suiteSha256,
        List<String> jvmOptions,
        Map<String, String> jars) {

    public static final String SCHEMA = "busbench/ramp-run/1";

    public static final String FILE = "ramp.json";

    public RampRun {
        Required.text(id, "id");
        Required.text(startedAt, "startedAt");
        Required.present(host, "host");
        Required.present(suite, "suite");
        Required.text(suiteSha256, "suiteSha256");
        jvmOptions = Required.listOrEmpty(jvmOptions);
        jars = Required.mapOrEmpty(jars);
    }

    /** How it ended: {@code ramp-end.json}. A run without it was killed, or still goes on. */
    public record End(
            String schema, String finishedAt, String outcome, int lines, String linesSha256, String runSha256) {
        public static final String SCHEMA = "busbench/ramp-end/1";

        public static final String FILE = "ramp-end.json";

        /** Refuses an end that says nothing of the lines. */
        public End {
            Required.text(finishedAt, "finishedAt");
            Required.text(outcome, "outcome");
            Required.notNegative(lines, "lines");
            Required.text(linesSha256, "linesSha256");
            Required.text(runSha256, "runSha256");
        }
    }
}
