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
 */
public record Reconciliation(
        long sent,
        long backendReceived,
        long backendRefused,
        Map<String, Long> backendAnswered,
        long probeSent,
        Verdict verdict,
        long difference,
        String explanation) {

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

    /** One finding. */
    private record Finding(Verdict verdict, long difference, String explanation) {}

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
     * @return what comes out
     */
    public static Reconciliation of(
            Sent injector, Sent probe, Expected expected, BackendStats before, BackendStats after) {
        Map<String, Long> answered = new TreeMap<>();
        after.instances()
                .forEach((name, counts) -> answered.put(
                        letter(name),
                        counts.answered() - before.instances().get(name).answered()));
        long received = after.received() - before.received();
        long refused = after.refused() - before.refused();
        Finding finding = finding(injector.plus(probe), expected, received, refused, answered, before, after);
        return new Reconciliation(
                injector.sent(),
                received,
                refused,
                answered,
                probe.sent(),
                finding.verdict(),
                finding.difference(),
                finding.explanation());
    }

    private static Finding finding(
            Sent all,
            Expected expected,
            long received,
            long refused,
            Map<String, Long> answered,
            BackendStats before,
            BackendStats after) {
        long most = all.verified() + all.uncertain();
        long withQuote = received - refused;
        if (received > most) {
            return new Finding(
                    Verdict.DUPLICATED,
                    received - most,
                    "duplicated: the backend received " + received + " messages where at most " + most + " were sent");
        }
        if (withQuote < all.verified()) {
            return new Finding(
                    Verdict.UNACCOUNTED,
                    withQuote - all.verified(),
                    "answered without the backend: " + all.verified() + " answers were right, and the backend gave "
                            + withQuote);
        }
        Long repeated = after.nonces() == null ? null : after.nonces().repeated();
        if (expected.unique() && repeated != null && repeated > 0) {
            return new Finding(
                    Verdict.DUPLICATED,
                    repeated,
                    "duplicated: " + repeated + " messages came to the backend again; that the sum is right means that"
                            + " as many were lost or answered without it");
        }
        if (refused > all.uncertain()) {
            return new Finding(
                    Verdict.UNACCOUNTED,
                    refused - all.uncertain(),
                    "the backend refused " + refused + " messages, and only " + all.uncertain()
                            + " clients saw an error");
        }
        Finding route = routeFinding(expected, all, answered);
        if (route != null) {
            return route;
        }
        boolean sumKnown = expected.nonceSum() != null && before.nonces() != null && after.nonces() != null;
        if (sumKnown && all.uncertain() == 0) {
            long sum = after.nonces().sum() - before.nonces().sum();
            if (sum != expected.nonceSum()) {
                return new Finding(
                        Verdict.UNACCOUNTED,
                        0,
                        "answered without the backend: as many messages came to it as were sent, but not the same ones");
            }
        }
        return new Finding(Verdict.EXACT, 0, explained(all));
    }

    private static Finding routeFinding(Expected expected, Sent all, Map<String, Long> answered) {
        long astray = 0;
        if (expected.only() != null) {
            astray = answered.entrySet().stream()
                    .filter(entry -> !entry.getKey().equals(expected.only()))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
        } else if (expected.routes() != null) {
            for (Map.Entry<String, Long> route : expected.routes().entrySet()) {
                astray += Math.max(0, answered.getOrDefault(route.getKey(), 0L) - route.getValue());
            }
        }
        return astray <= all.uncertain()
                ? null
                : new Finding(
                        Verdict.UNACCOUNTED,
                        astray,
                        "wrong route: " + astray + " messages were answered by another backend than the one that the"
                                + " answers name");
    }

    private static String explained(Sent all) {
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
