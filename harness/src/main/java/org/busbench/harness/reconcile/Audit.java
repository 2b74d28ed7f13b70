package org.busbench.harness.reconcile;

import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.busbench.harness.process.BackendStats.NonceCount;
import org.busbench.harness.reconcile.Reconciliation.Verdict;

/**
 * What is wrong with the counts of both ends. Each question is exact: whatever may have happened to a request that ended in
 * an error, or not at all, is in its bounds.
 *
 * @param all what was sent, by injector and probe together
 * @param expected what must be true of the messages
 * @param received messages at the backend
 * @param refused of those, answered with a fault
 * @param answered of those, answered with a quote, by the instance's letter
 * @param before what the backend knew of nonces before the load; null when nothing
 * @param after and what after it
 * @param held where both ends stood while answers were held back; null when they were not
 * @param strays messages given up in the trial before that may have come in this one
 */
record Audit(
        Sent all,
        Expected expected,
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

    /** One finding. */
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
                            + ", none of these twice: they belong to an earlier load, or nobody sent them");
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
                        "answered without the backend: " + all.verified() + " answers were right, and the backend gave "
                                + withQuote);
    }

    private Finding tooEarly() {
        return held == null || held.early() == 0
                ? null
                : new Finding(
                        Verdict.UNACCOUNTED,
                        -held.early(),
                        "answered without the backend: while it held its answers back, clients had " + held.verified()
                                + " right ones where it had given " + held.given());
    }

    private Finding repeated() {
        Long repeats = repeats();
        return repeats == null || repeats == 0
                ? null
                : new Finding(
                        Verdict.DUPLICATED,
                        repeats,
                        "duplicated: " + repeats + " messages came to the backend again; that the sum is right means"
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
                astray += Math.max(0, answered.getOrDefault(route.getKey(), 0L) - route.getValue());
            }
        }
        return astray <= all.uncertain() + strays
                ? null
                : new Finding(
                        Verdict.UNACCOUNTED,
                        astray,
                        "wrong route: " + astray + " messages were answered by another backend than the one that the"
                                + " answers name");
    }

    private Finding others() {
        boolean known = expected.nonceSum() != null && before != null && after != null;
        boolean certain = all.uncertain() == 0 && strays == 0;
        return !known || !certain || after.sum() - before.sum() == expected.nonceSum()
                ? null
                : new Finding(
                        Verdict.UNACCOUNTED,
                        0,
                        "answered without the backend: as many messages came to it as were sent, but not the same ones");
    }
}
