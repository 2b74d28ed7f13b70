package org.busbench.harness.reconcile;

import java.util.Map;
import java.util.TreeMap;
import org.busbench.harness.process.BackendStats;

/**
 * The injector's count against the backend's, exact to the message. Errors and unfinished requests may each have reached
 * the backend once or not; every verified answer must have come from one message there, and no message may come twice.
 *
 * @param sent requests of the injector
 * @param backendReceived messages that came in whole at the backend
 * @param backendRefused of those, answered with a fault
 * @param backendAnswered of those, answered with a quote, by the instance's letter
 * @param probeSent requests of the probe
 * @param verdict what the counts say
 * @param difference messages too many at the backend; negative: too few
 * @param explanation one line; null when the counts are exact without one
 * @param held where both ends stood while the backend held its answers back; null when it did not
 * @param late of the messages received, those that belong to an earlier load, which had given them up
 */
public record Reconciliation(
        long sent,
        long backendReceived,
        long backendRefused,
        Map<String, Long> backendAnswered,
        long probeSent,
        Verdict verdict,
        long difference,
        String explanation,
        Held held,
        long late) {

    /** What the counts say. */
    public enum Verdict {
        /** Every message is accounted for. */
        EXACT("exact"),
        /** Messages without an answer. */
        LOST("lost"),
        /** Messages that came to the backend more than once. */
        DUPLICATED("duplicated"),
        /** Answers without a message, or messages that nobody sent there. */
        UNACCOUNTED("unaccounted");

        private final String label;

        Verdict(String label) {
            this.label = label;
        }

        /**
         * The name in a record.
         *
         * @return in lower case
         */
        public String label() {
            return label;
        }
    }

    /** Sorts the instances. */
    public Reconciliation {
        backendAnswered = java.util.Collections.unmodifiableMap(new TreeMap<>(backendAnswered));
    }

    /**
     * Compares the counts of a stretch of load.
     *
     * @param injector what the injector knows
     * @param probe what the probe knows
     * @param expected what must be true of the messages
     * @param before the backend's counts before the load
     * @param after the backend's counts after it
     * @param held where both ends stood while answers were held back; null when they were not
     * @param strays messages given up before that may have come in this trial
     * @return what comes out
     */
    public static Reconciliation of(
            Sent injector,
            Sent probe,
            Expected expected,
            BackendStats before,
            BackendStats after,
            Held held,
            long strays) {
        Map<String, Long> answered = new TreeMap<>();
        after.instances()
                .forEach((name, counts) -> answered.put(
                        letter(name),
                        counts.answered() - before.instances().get(name).answered()));
        long received = after.received() - before.received();
        long refused = after.refused() - before.refused();
        Sent all = injector.plus(probe);
        Audit audit =
                new Audit(all, expected, received, refused, answered, before.nonces(), after.nonces(), held, strays);
        Audit.Finding finding = audit.finding();
        return new Reconciliation(
                injector.sent(),
                received,
                refused,
                answered,
                probe.sent(),
                finding == null ? Verdict.EXACT : finding.verdict(),
                finding == null ? 0 : finding.difference(),
                finding == null ? explained(all, audit.late()) : finding.explanation(),
                held,
                audit.late());
    }

    private static String explained(Sent all, long late) {
        if (late > 0) {
            return late + " messages that an earlier load had given up came in this one";
        }
        if (all.uncertain() == 0) {
            return null;
        }
        return (all.uncertain() - all.unfinished()) + " errors and " + all.unfinished()
                + " unfinished requests explain any difference";
    }

    private static String letter(String instance) {
        return instance.substring(instance.lastIndexOf('-') + 1);
    }
}
