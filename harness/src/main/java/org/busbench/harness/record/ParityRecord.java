package org.busbench.harness.record;

import java.util.List;
import org.busbench.harness.parity.ProcessParity;
import org.busbench.harness.parity.ScenarioParity;

/**
 * A line of {@code parity.jsonl}: under which conditions an adapter works, found out before any load.
 *
 * @param schema {@link #SCHEMA}
 * @param adapter its name
 * @param auditedAt ISO-8601 instant
 * @param declared what its file declares as deviations
 * @param commonOptions what every JVM under test is given
 * @param reason why nothing was found out; null when something was
 * @param process what its processes say; null when nothing was found out
 * @param scenarios one for each scenario that was asked for
 * @param evidence folder of the bytes of what was said, relative to the run directory; null when there is none
 * @param evidenceSha256 of the manifest in that folder; null when there is none
 */
public record ParityRecord(
        String schema,
        String adapter,
        String auditedAt,
        List<String> declared,
        List<String> commonOptions,
        String reason,
        ProcessParity process,
        List<ScenarioParity> scenarios,
        String evidence,
        String evidenceSha256) {

    /** Name and version of the format. */
    public static final String SCHEMA = "busbench/parity/1";

    /** Makes the lists unchangeable. */
    public ParityRecord {
        declared = List.copyOf(declared);
        commonOptions = List.copyOf(commonOptions);
        scenarios = List.copyOf(scenarios);
    }
}
