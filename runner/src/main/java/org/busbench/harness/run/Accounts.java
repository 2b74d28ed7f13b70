package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.harness.measure.ProcessRole;
import org.busbench.harness.measure.Readings;
import org.busbench.harness.measure.Readings.Moment;
import org.busbench.harness.probe.ProbeResult;
import org.busbench.harness.process.BackendStats;
import org.busbench.harness.reconcile.ExpectedMessages;
import org.busbench.harness.reconcile.MessageCounts;
import org.busbench.harness.reconcile.NonceSum;
import org.busbench.harness.reconcile.RequestRows;
import org.busbench.harness.reconcile.SentCounts;
import org.busbench.harness.run.LoadWindow.Sender;
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
public final class Accounts {
    private static final long STILL_MILLIS = 30;
    /** Waits in a row without a message, after which those that are still missing are given up. */
    private static final int LONG_STILL = 30;

    private static final int MOST_WAITS = 200;

    private final Rig rig;
    private final InjectorKind injector;
    private final Map<Path, RequestRows> rows = new HashMap<>();
    private BackendStats before;
    /** The counts of both ends around the trial that was opened last. */
    private Readings readings = new Readings();
    /** Nonces of the messages that each request of the load makes at the backend. */
    private List<String> nonces = List.of();

    private long primed;
    /** Messages that were given up, in a primer or a trial, and may still come. */
    private long strays;

    public Accounts(Rig rig, InjectorKind injector) {
        this.rig = rig;
        this.injector = injector;
    }

    /** A load whose beginning and end were not seen is over: of what it gave up anything may still come. */
    void abandoned(Totals totals) {
        strays += SentCounts.of(totals).uncertain() * nonces.size();
    }

    void primes(Scenario scenario) throws IOException, InterruptedException {
        nonces = scenario.backend().nonces();
        primed = rig.count(false).received();
    }

    void primed(Totals totals) throws IOException, InterruptedException {
        strays += missing(SentCounts.of(totals), rig.count(false).received() - primed);
    }

    /** The number of abandoned messages that have not come yet, given the number that came. */
    private long missing(SentCounts sent, long received) {
        return Math.max(0, Math.min(sent.uncertain() * nonces.size(), sent.sent() * nonces.size() - received));
    }

    public void open(Scenario scenario) throws IOException, InterruptedException {
        nonces = scenario.backend().nonces();
        long soFar = rig.count(false).received();
        await(soFar + strays);
        before = rig.count(true);
        readings = new Readings();
        tell(Moment.now("before"), before);
        strays = Math.max(0, strays - (before.received() - soFar));
    }

    /**
     * The trial's load is over. One backend serves both sides of a duet, so there is one account of both: a message that is missing,
     * or too many, speaks against the duet. The nonces of the sides differ, so that no message of one can pass for one of the other.
     *
     * @param sides one, or the two of a duet, with their windows
     * @return the account as each side sees it, in their order; empty when the load did not come to its end, or nothing was counted
     */
    public Optional<List<Reconciliation>> close(List<Map.Entry<Target, LoadWindow>> sides)
            throws IOException, InterruptedException {
        LoadWindow first = sides.get(0).getValue();
        List<SentCounts> sent = sides.stream()
                .flatMap(side -> side.getValue().totals().stream())
                .map(SentCounts::of)
                .toList();
        SentCounts all = sent.stream().reduce(SentCounts.NOTHING, SentCounts::plus);
        if (sent.size() < sides.size() || !first.complete()) {
            strays = all.uncertain() * nonces.size();
            return Optional.empty();
        }
        SentCounts probe = first.probe().map(Accounts::sent).orElse(SentCounts.NOTHING);
        BackendStats after =
                await(before.received() + (all.unfinished() == 0 ? 0 : (all.sent() + probe.sent()) * nonces.size()));
        tell(Moment.now("after"), after);
        ExpectedMessages expected = expected(sides.get(0), probe);
        for (Map.Entry<Target, LoadWindow> rival : sides.subList(1, sides.size())) {
            expected = expected.plus(expected(rival, SentCounts.NOTHING));
        }
        Held held = held(first, before, probe);
        List<Reconciliation> counts = new ArrayList<>();
        for (int i = 0; i < sent.size(); i++) {
            SentCounts rival = sides.size() == 1 ? null : sent.get(1 - i);
            counts.add(MessageCounts.reconciled(sent.get(i), probe, expected, before, after, held, strays, rival));
        }
        strays = missing(all.plus(probe), after.received() - before.received());
        return Optional.of(counts);
    }

    /** The backend's counts before the load and after it, with those of both ends while it held its answers back. */
    List<Readings.Line> readings() {
        return readings.lines();
    }

    private void tell(Moment moment, BackendStats counts) {
        counts.instances()
                .forEach((name, own) -> readings.of(moment, ProcessRole.BACKEND, MessageCounts.letter(name), "counts")
                        .add("received", own.received())
                        .add("answered", own.answered())
                        .add("refused", own.refused()));
        Readings.Values all =
                readings.of(moment, ProcessRole.BACKEND, "counts", "counts").addKnown("given", counts.given());
        if (counts.nonces() != null) {
            all.add("nonces", counts.nonces().counted())
                    .add("nonceSum", counts.nonces().sum())
                    .addKnown("repeated", counts.nonces().repeated());
        }
    }

    /** The held messages since the beginning of the trial. Those of the probe count as those of the clients. */
    private Held held(LoadWindow window, BackendStats before, SentCounts probe) {
        return window.held() == null || before.given() == null
                ? null
                : new Held(
                        (window.held().verified() + probe.verified()) * nonces.size(),
                        window.held().given() - before.given());
    }

    private ExpectedMessages expected(Map.Entry<Target, LoadWindow> side, SentCounts probe) throws IOException {
        Target target = side.getKey();
        LoadWindow window = side.getValue();
        Optional<Route> route = target.sends().answer().route();
        String only = Optional.ofNullable(target.route())
                .or(() -> route.flatMap(Route::only))
                .map(name -> name.replace("backend-", ""))
                .orElse(null);
        if (!injector.keepsRecord()) {
            return new ExpectedMessages(null, only, false, null, nonces.size());
        }
        // Where the probe's messages must go is not known here; and a request that was due and never begun leaves its
        // row
        // out.
        boolean whole = window.senders().stream().map(Sender::totals).noneMatch(Accounts::leavesRowsOut);
        RequestRows data = rows(target.sends());
        boolean routed = route.isPresent() && only == null && data.areRouted() && probe.sent() == 0 && whole;
        boolean summed = data.haveNonces() && whole;
        ExpectedMessages all = new ExpectedMessages(
                routed ? Map.of() : null,
                only,
                true,
                summed ? Long.valueOf(nonceSum(window.probe())) : null,
                nonces.size());
        for (Sender sender : window.senders()) {
            long sent = sender.totals().sent();
            all = all.plus(new ExpectedMessages(
                    routed ? data.routes(sent) : null,
                    only,
                    true,
                    summed ? Long.valueOf(data.nonceSum(sent, sender.salt(), target.route() == null, nonces)) : null,
                    nonces.size()));
        }
        return all;
    }

    private static boolean leavesRowsOut(Totals totals) {
        return totals.unsent() != null && totals.unsent() > 0;
    }

    RequestRows rows(Scenario scenario) throws IOException {
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

    private long nonceSum(Optional<ProbeResult> probe) {
        return probe.isEmpty()
                ? 0
                : probe.get().nonces().map(nonce -> NonceSum.of(nonce, nonces)).sum();
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
    private BackendStats await(long most) throws IOException, InterruptedException {
        BackendStats last = rig.count(false);
        int still = 0;
        for (int i = 0; i < MOST_WAITS; i++) {
            Thread.sleep(STILL_MILLIS);
            BackendStats now = rig.count(false);
            still = now.received() == last.received() ? still + 1 : 0;
            last = now;
            if (still >= (now.received() >= most ? 1 : LONG_STILL)) {
                break;
            }
        }
        return last;
    }
}
