package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.harness.load.LoadLog;
import org.busbench.harness.load.SampleLog;
import org.busbench.harness.probe.ProbeResult;
import org.busbench.harness.process.BackendProcess;
import org.busbench.harness.process.BackendStats;
import org.busbench.harness.reconcile.ExpectedMessages;
import org.busbench.harness.reconcile.MessageCounts;
import org.busbench.harness.reconcile.NonceSum;
import org.busbench.harness.reconcile.RequestRows;
import org.busbench.harness.reconcile.SentCounts;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.scenario.Scenario.Route;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.harness.verify.Target;
import org.busbench.record.Reconciliation;
import org.busbench.record.Reconciliation.Held;
import org.busbench.record.Trial.Totals;

/**
 * Both ends' accounts of each trial: the backend's counts are read before the load begins and after it has fully ended,
 * once nothing can come any more. Messages that were given up, and may come in a later trial, are remembered, so that
 * no system is accused of having sent twice what came late. For the run's thread, never within a measured window.
 */
final class Accounts {
    private static final long STILL_MILLIS = 30;
    /** Waits in a row without a message, after which those that are still missing are given up. */
    private static final int LONG_STILL = 30;

    private static final int MOST_WAITS = 200;

    private final BackendProcess backend;
    private final InjectorKind injector;
    private final Map<Path, RequestRows> rows = new HashMap<>();
    private BackendStats before;
    private long primed;
    /** Messages that were given up, in a primer or a trial, and may still come. */
    private long strays;

    Accounts(BackendProcess backend, InjectorKind injector) {
        this.backend = backend;
        this.injector = injector;
    }

    /** A load whose beginning and end were not seen is over: of what it gave up anything may still come. */
    void abandoned(Totals totals) {
        strays += SentCounts.of(totals).uncertain();
    }

    /** A primer begins. */
    void primes() {
        primed = backend.count().received();
    }

    /** A part of the primer is over. */
    void primed(Totals totals) {
        long now = backend.count().received();
        strays += missing(SentCounts.of(totals), now - primed);
        primed = now;
    }

    /** The number of abandoned messages that have not come yet, given the number that came. */
    private static long missing(SentCounts sent, long received) {
        return Math.max(0, Math.min(sent.uncertain(), sent.sent() - received));
    }

    /** A trial begins. */
    void open() throws InterruptedException {
        long soFar = backend.count().received();
        await(soFar + strays);
        before = backend.countAndRemember();
        strays = Math.max(0, strays - (before.received() - soFar));
    }

    /** The trial's load is over; its log is still as the injector left it. */
    Optional<Reconciliation> close(Target target, LoadWindow window, LoadLog log)
            throws IOException, InterruptedException {
        Optional<Totals> totals = totals(window, log);
        if (totals.isEmpty() || !window.complete()) {
            strays = totals.map(SentCounts::of).map(SentCounts::uncertain).orElse(0L);
            return Optional.empty();
        }
        SentCounts sent = SentCounts.of(totals.get());
        SentCounts probe = window.probe().map(Accounts::sent).orElse(SentCounts.NOTHING);
        BackendStats after = await(before.received() + (sent.unfinished() == 0 ? 0 : sent.sent() + probe.sent()));
        Long unsent = totals.get().unsent();
        boolean rowsLeftOut = unsent != null && unsent > 0;
        Reconciliation counts = MessageCounts.reconciled(
                sent,
                probe,
                expected(target, sent, probe, window, rowsLeftOut),
                before,
                after,
                held(window, before, probe),
                strays,
                null);
        strays = missing(sent.plus(probe), after.received() - before.received());
        return Optional.of(counts);
    }

    /**
     * The load of a duet is over. One backend serves both sides, so there is one account of both: a message that is missing, or
     * too many, speaks against the duet. The nonces of the sides differ, so that no message of one can pass for one of the
     * other.
     *
     * @param sides two, with their windows
     * @return the account as each side sees it, in their order; empty when the load did not come to its end
     */
    Optional<List<Reconciliation>> close(List<Map.Entry<Target, LoadWindow>> sides)
            throws IOException, InterruptedException {
        List<SentCounts> sent = new ArrayList<>();
        for (Map.Entry<Target, LoadWindow> side : sides) {
            sent.add(SentCounts.of(side.getValue().totals().orElseThrow()));
        }
        SentCounts all = sent.get(0).plus(sent.get(1));
        if (!sides.get(0).getValue().complete()) {
            strays = all.uncertain();
            return Optional.empty();
        }
        BackendStats after = await(before.received() + (all.unfinished() == 0 ? 0 : all.sent()));
        ExpectedMessages expected = ExpectedMessages.NUMBER_ONLY;
        for (int i = 0; i < sides.size(); i++) {
            Map.Entry<Target, LoadWindow> side = sides.get(i);
            ExpectedMessages own = expected(side.getKey(), sent.get(i), SentCounts.NOTHING, side.getValue(), false);
            expected = i == 0 ? own : expected.plus(own);
        }
        Held held = held(sides.get(0).getValue(), before, SentCounts.NOTHING);
        List<Reconciliation> counts = List.of(
                MessageCounts.reconciled(
                        sent.get(0), SentCounts.NOTHING, expected, before, after, held, strays, sent.get(1)),
                MessageCounts.reconciled(
                        sent.get(1), SentCounts.NOTHING, expected, before, after, held, strays, sent.get(0)));
        strays = missing(all, after.received() - before.received());
        return Optional.of(counts);
    }

    /** The held messages since the beginning of the trial. Those of the probe count as those of the clients. */
    private static Held held(LoadWindow window, BackendStats before, SentCounts probe) {
        return window.held() == null || before.given() == null
                ? null
                : new Held(
                        window.held().verified() + probe.verified(),
                        window.held().given() - before.given());
    }

    /** The totals that the injector counted, or those of its log. */
    static Optional<Totals> totals(LoadWindow window, LoadLog log) throws IOException {
        if (window.totals().isEmpty() && log instanceof SampleLog samples) {
            return Optional.of(samples.totals());
        }
        return window.totals();
    }

    private ExpectedMessages expected(
            Target target, SentCounts sent, SentCounts probe, LoadWindow window, boolean rowsLeftOut)
            throws IOException {
        Optional<Route> route = target.sends().answer().route();
        String only = Optional.ofNullable(target.route())
                .or(() -> route.flatMap(Route::only))
                .map(name -> name.replace("backend-", ""))
                .orElse(null);
        if (!injector.keepsRecord()) {
            return new ExpectedMessages(null, only, false, null);
        }
        // Where the probe's messages must go is not known here; and a request that was due and never begun leaves its
        // row
        // out.
        boolean alone = probe.sent() == 0;
        RequestRows data = rows(target.sends());
        boolean routed = route.isPresent() && only == null && data.areRouted();
        return new ExpectedMessages(
                routed && alone && !rowsLeftOut ? data.routes(sent.sent()) : null,
                only,
                true,
                rowsLeftOut || !data.haveNonces()
                        ? null
                        : data.nonceSum(sent.sent(), window.salt()) + nonceSum(window.probe()));
    }

    private RequestRows rows(Scenario scenario) throws IOException {
        if (scenario.data().file().isEmpty()) {
            return RequestRows.NONE;
        }
        Path file = scenario.data().file().get();
        RequestRows known = rows.get(file);
        if (known == null) {
            known = RequestRows.read(file);
            rows.put(file, known);
        }
        return known;
    }

    private static long nonceSum(Optional<ProbeResult> probe) {
        return probe.isEmpty() ? 0 : NonceSum.of(probe.get().nonces());
    }

    private static SentCounts sent(ProbeResult probe) {
        return new SentCounts(probe.sentInAll(), Math.min(probe.sentInAll(), probe.verifiedInAll()), 0, 0);
    }

    /**
     * Messages of clients that went away may still be under way. Where none can come any more, a moment is enough; where
     * some may, they are waited for until nothing has come for long.
     *
     * @param most messages that the backend can have received when all have come
     */
    private BackendStats await(long most) throws InterruptedException {
        BackendStats last = backend.count();
        int still = 0;
        for (int i = 0; i < MOST_WAITS; i++) {
            Thread.sleep(STILL_MILLIS);
            BackendStats now = backend.count();
            still = now.received() == last.received() ? still + 1 : 0;
            last = now;
            if (still >= (now.received() >= most ? 1 : LONG_STILL)) {
                break;
            }
        }
        return last;
    }
}
