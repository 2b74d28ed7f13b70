package org.busbench.harness.run;

import java.util.LinkedHashMap;
import java.util.Map;
import org.busbench.harness.load.ErrorKind;
import org.busbench.harness.load.Totals;
import org.busbench.harness.probe.ProbeResult;
import org.busbench.harness.record.ProbeRecord;
import org.busbench.harness.record.Proof;

/** What others saw of a trial than the log from which its figures come: the injector's totals, and the probe. */
final class Witnesses {

    private Witnesses() {}

    /** The injector's totals; nothing where it has none. */
    static Proof totals(LoadWindow load) {
        return load.totals().map(Witnesses::proof).orElse(Proof.NONE);
    }

    /** The probe's figures; null where there was none. */
    static ProbeRecord probe(LoadWindow load) {
        return load.probe().map(Witnesses::record).orElse(null);
    }

    /** Counts by the names that a record has for them, every kind present. */
    static Map<String, Long> byLabel(Map<ErrorKind, Long> errors) {
        Map<String, Long> labelled = new LinkedHashMap<>();
        for (ErrorKind kind : ErrorKind.values()) {
            labelled.put(kind.label(), errors.getOrDefault(kind, 0L));
        }
        return labelled;
    }

    private static Proof proof(Totals totals) {
        Proof.Totals counted =
                new Proof.Totals(totals.sent(), totals.verified(), byLabel(totals.errors()), totals.unfinished());
        return new Proof(counted, null, null);
    }

    private static ProbeRecord record(ProbeResult probe) {
        return new ProbeRecord(
                probe.ratePerSecond(),
                probe.sent(),
                probe.verified(),
                probe.sent() - probe.verified(),
                probe.latency(),
                TrialRecords.PROBE_LOG);
    }
}
