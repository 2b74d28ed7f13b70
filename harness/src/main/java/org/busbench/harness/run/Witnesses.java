package org.busbench.harness.run;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.busbench.common.ErrorClass;
import org.busbench.harness.load.Totals;
import org.busbench.harness.probe.ProbeResult;
import org.busbench.harness.reconcile.Reconciliation;
import org.busbench.harness.record.ProbeRecord;
import org.busbench.harness.record.Proof;
import org.busbench.harness.verify.KeptAnswers;

/** What others saw of a trial than the log from which its figures come: the injector's totals, and the probe. */
final class Witnesses {

    private Witnesses() {}

    /** What both ends counted, and what a sample of whole answers says. */
    static Proof proof(
            Optional<Totals> totals, Optional<Reconciliation> reconciliation, Optional<KeptAnswers.Sample> sample) {
        return new Proof(
                totals.map(Witnesses::record).orElse(null),
                reconciliation.map(Witnesses::record).orElse(null),
                sample.map(kept -> new Proof.Sampled(kept.compared(), kept.different(), kept.firstDifference()))
                        .orElse(null));
    }

    /** What in them speaks against a trial; null when nothing does. */
    static String objection(Proof proof) {
        Proof.Reconciliation counts = proof.reconciliation();
        if (counts != null && !counts.verdict().equals(Reconciliation.Verdict.EXACT.label())) {
            return counts.explanation();
        }
        Proof.Sampled sampled = proof.sampled();
        if (sampled != null && sampled.different() > 0) {
            return sampled.different() + " of " + sampled.compared() + " whole answers were not the expected ones, "
                    + sampled.firstDifference();
        }
        return null;
    }

    /** The probe's figures; null where there was none. */
    static ProbeRecord probe(LoadWindow load) {
        return load.probe().map(Witnesses::record).orElse(null);
    }

    /** Counts by the names that a record has for them, every kind present. */
    static Map<String, Long> byLabel(Map<ErrorClass, Long> errors) {
        Map<String, Long> labelled = new LinkedHashMap<>();
        for (ErrorClass kind : ErrorClass.values()) {
            labelled.put(kind.key(), errors.getOrDefault(kind, 0L));
        }
        return labelled;
    }

    private static Proof.Totals record(Totals totals) {
        return new Proof.Totals(
                totals.sent(), totals.verified(), byLabel(totals.errors()), totals.unfinished(), totals.unsent());
    }

    private static Proof.Reconciliation record(Reconciliation counts) {
        return new Proof.Reconciliation(
                counts.sent(),
                counts.backendReceived(),
                counts.backendRefused(),
                counts.backendAnswered(),
                counts.probeSent(),
                counts.verdict().label(),
                counts.difference(),
                counts.explanation(),
                counts.held() == null
                        ? null
                        : new Proof.Held(counts.held().verified(), counts.held().given()),
                counts.late() == 0 ? null : counts.late());
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
