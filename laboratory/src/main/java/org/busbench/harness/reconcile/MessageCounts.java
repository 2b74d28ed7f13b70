package org.busbench.harness.reconcile;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.busbench.harness.process.BackendStats;
import org.busbench.harness.process.BackendStats.NonceCount;
import org.busbench.record.Reconciliation;
import org.busbench.record.Reconciliation.Held;
import org.busbench.record.Reconciliation.Verdict;

/**
 * Holds the injector's count against the backend's, exact to the message. Errors and unfinished requests may each have reached
 * the backend or not; every verified answer must have come from one message there, or from as many as the scenario states, and
 * no message may come twice.
 */
public final class MessageCounts {

    private MessageCounts() {}

    /**
     * Compares the counts of a stretch of load.
     *
     * @param expected what must be true of the messages
     * @param before the backend's counts before the load
     * @param after the backend's counts after it
     * @param held where both ends stood while answers were held back; null when they were not
     * @param strays messages given up before that may have come in this trial
     * @param rival what the other side of a duet sent; null where there is none. The backend counts both together
     */
    public static Reconciliation reconciled(
            SentCounts injector,
            SentCounts probe,
            ExpectedMessages expected,
            BackendStats before,
            BackendStats after,
            Held held,
            long strays,
            SentCounts rival) {
        Map<String, Long> answered = new TreeMap<>();
        after.instances()
                .forEach((name, counts) -> answered.put(
                        letter(name),
                        counts.answered() - before.instances().get(name).answered()));
        long received = after.received() - before.received();
        long refused = after.refused() - before.refused();
        int perRequest = expected.perRequest();
        SentCounts requests = injector.plus(probe).plus(rival == null ? SentCounts.NOTHING : rival);
        SentCounts all = requests.times(perRequest);
        CountAudit audit = new CountAudit(
                all, expected, received, refused, answered, before.nonces(), after.nonces(), held, strays);
        CountAudit.Finding finding = audit.finding();
        return new Reconciliation(
                injector.sent(),
                received,
                refused,
                answered,
                probe.sent(),
                finding == null ? Verdict.EXACT : finding.verdict(),
                finding == null ? 0 : finding.difference(),
                finding == null ? explained(requests, audit.late()) : finding.explanation(),
                held,
                audit.late() == 0 ? null : audit.late(),
                rival == null ? null : rival.sent(),
                perRequest == 1 ? null : perRequest);
    }

    private static String explained(SentCounts all, long late) {
        if (late > 0) {
            return late + " messages that an earlier load had given up came in this one";
        }
        if (all.uncertain() == 0) {
            return null;
        }
        return (all.uncertain() - all.unfinished()) + " errors and " + all.unfinished()
                + " unfinished requests explain any difference";
    }

    /** The letter of a backend's instance, as {@code A} of {@code backend-A}. */
    public static String letter(String instance) {
        return instance.substring(instance.lastIndexOf('-') + 1);
    }

    /**
     * What is wrong with the counts of both ends. Each question is exact: whatever may have happened to a request that ended in
     * an error, or not at all, is in its bounds.
     *
     * @param all what was sent, by injector and probe together
     * @param expected what must be true of the messages
     * @param before what the backend knew of nonces before the load; null when nothing
     * @param after and what after it
     * @param held where both ends stood while answers were held back; null when they were not
     * @param strays messages given up in the trial before that may have come in this one
     */
    private record CountAudit(
            SentCounts all,
            ExpectedMessages expected,
            long received,
            long refused,
            Map<String, Long> answered,
            NonceCount before,
            NonceCount after,
            Held held,
            long strays) {

        /** Messages of an earlier load that came in this one; a load's nonces are its own, so none of its own is among them. */
        long late() {
            long surplus = received - all.verified() - all.uncertain();
            return surplus > 0 && surplus <= strays && nothingTwice() ? surplus : 0;
        }

        /** How many messages came with a nonce that had come already; null when that is not known, or is as it should be. */
        private Long repeats() {
            return expected.unique() && after != null ? after.repeated() : null;
        }

        private boolean nothingTwice() {
            Long repeats = repeats();
            return repeats != null && repeats == 0;
        }

        /** A message of an earlier load that comes for the first time would be among the surplus, and not among the repeated. */
        private boolean areAllTwice(long surplus) {
            Long repeats = repeats();
            return repeats != null && repeats == surplus && all.uncertain() == 0;
        }

        record Finding(Verdict verdict, long difference, String explanation) {}

        /** The first thing that is wrong; null when nothing is. */
        Finding finding() {
            return Stream.<Supplier<Finding>>of(
                            this::tooMany,
                            this::tooEarly,
                            this::tooFew,
                            this::repeated,
                            this::refusedInSilence,
                            this::lost,
                            this::astray,
                            this::others)
                    .map(Supplier::get)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }

        private Finding tooMany() {
            long most = all.verified() + all.uncertain();
            long surplus = received - most;
            if (surplus <= 0 || late() > 0) {
                return null;
            }
            String counts = "the backend received " + received + " messages where at most " + most + " were sent";
            if (surplus > strays && nothingTwice()) {
                return new Finding(
                        Verdict.UNACCOUNTED,
                        surplus,
                        "unaccounted: " + counts
                                + ", none of these twice: they belong to an earlier load or were to be refused, or nobody"
                                + " sent them");
            }
            return surplus <= strays && !areAllTwice(surplus)
                    ? new Finding(
                            Verdict.UNACCOUNTED,
                            surplus,
                            "unaccounted: " + counts + "; " + strays
                                    + " that were given up in the trial before may have come late")
                    : new Finding(Verdict.DUPLICATED, surplus, "duplicated: " + counts);
        }

        private Finding tooFew() {
            long withQuote = received - refused;
            return withQuote >= all.verified()
                    ? null
                    : new Finding(
                            Verdict.UNACCOUNTED,
                            withQuote - all.verified(),
                            "answered without the backend: " + right() + ", and the backend gave " + withQuote);
        }

        private String right() {
            int each = expected.perRequest();
            return all.verified() / each + " answers were right"
                    + (each == 1 ? "" : ", which take " + all.verified() + " of the backend's");
        }

        private Finding tooEarly() {
            return held == null || held.early() == 0
                    ? null
                    : new Finding(
                            Verdict.UNACCOUNTED,
                            -held.early(),
                            "answered without the backend: while it held its answers back, clients had "
                                    + held.verified() + " right ones where it had given " + held.given());
        }

        private Finding repeated() {
            Long repeats = repeats();
            return repeats == null || repeats == 0
                    ? null
                    : new Finding(
                            Verdict.DUPLICATED,
                            repeats,
                            "duplicated: " + repeats
                                    + " messages came to the backend again; that the sum is right means"
                                    + " that as many were lost or answered without it");
        }

        private Finding refusedInSilence() {
            return refused <= all.uncertain()
                    ? null
                    : new Finding(
                            Verdict.UNACCOUNTED,
                            refused - all.uncertain(),
                            "the backend refused " + refused + " messages, and only " + all.uncertain()
                                    + " clients saw an error");
        }

        /** A client that got an error may have got an answer with it; one that waited to the end got none. */
        private Finding lost() {
            long ended = all.sent() - all.neverLeft() - all.unfinished();
            long without = received - ended;
            return all.unfinished() == 0 || without <= strays
                    ? null
                    : new Finding(
                            Verdict.LOST,
                            -without,
                            "lost: the backend answered " + received + " messages, and only " + ended
                                    + " clients got any answer until long after the load");
        }

        private Finding astray() {
            long astray = 0;
            if (expected.only() != null) {
                astray = answered.entrySet().stream()
                        .filter(entry -> !entry.getKey().equals(expected.only()))
                        .mapToLong(Map.Entry::getValue)
                        .sum();
            } else if (expected.routes() != null) {
                for (Map.Entry<String, Long> route : expected.routes().entrySet()) {
                    long due = route.getValue() * expected.perRequest();
                    astray += Math.max(0, answered.getOrDefault(route.getKey(), 0L) - due);
                }
            }
            return astray <= all.uncertain() + strays
                    ? null
                    : new Finding(
                            Verdict.UNACCOUNTED,
                            astray,
                            "wrong route: " + astray
                                    + " messages were answered by another backend than the one that the"
                                    + " answers name");
        }

        private Finding others() {
            boolean known = expected.nonceSum() != null && before != null && after != null;
            boolean certain = all.uncertain() == 0 && all.neverLeft() == 0 && strays == 0;
            return !known || !certain || after.sum() - before.sum() == expected.nonceSum()
                    ? null
                    : new Finding(
                            Verdict.UNACCOUNTED,
                            0,
                            "answered without the backend: as many messages came to it as were sent, but not the same ones");
        }
    }
}
