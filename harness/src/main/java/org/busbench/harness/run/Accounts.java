package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.busbench.harness.load.LoadLog;
import org.busbench.harness.load.SampleLog;
import org.busbench.harness.load.Totals;
import org.busbench.harness.probe.ProbeResult;
import org.busbench.harness.process.BackendProcess;
import org.busbench.harness.process.BackendStats;
import org.busbench.harness.reconcile.Expected;
import org.busbench.harness.reconcile.QuoteRows;
import org.busbench.harness.reconcile.Reconciliation;
import org.busbench.harness.reconcile.Sent;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.harness.verify.Target;

/**
 * Both ends' accounts of each trial: the backend's counts are read before the load begins and after it has fully ended,
 * once they stand still. For the run's thread, never within a measured window.
 */
final class Accounts {
    private static final long STILL_MILLIS = 30;
    private static final int MOST_WAITS = 60;
    private static final Map<String, String> ONLY = Map.of("virtualization", "A", "xslt", "A");

    private final BackendProcess backend;
    private final InjectorKind injector;
    private final QuoteRows rows;
    private BackendStats before;

    Accounts(BackendProcess backend, InjectorKind injector, Path plans) throws IOException {
        this.backend = backend;
        this.injector = injector;
        this.rows = injector == InjectorKind.NIO ? QuoteRows.read(plans.resolve("data/quotes.csv")) : null;
    }

    /** A trial begins. */
    void open() throws InterruptedException {
        await();
        before = backend.countAndRemember();
    }

    /** The trial's load is over; its log is still as the injector left it. */
    Optional<Reconciliation> close(Target target, LoadWindow window, LoadLog log)
            throws IOException, InterruptedException {
        Optional<Totals> totals = totals(window, log);
        if (totals.isEmpty() || !window.complete()) {
            return Optional.empty();
        }
        Sent sent = Sent.of(totals.get());
        Sent probe = window.probe().map(Accounts::sent).orElse(Sent.NOTHING);
        BackendStats after = await();
        Long unsent = totals.get().unsent();
        boolean rowsLeftOut = unsent != null && unsent > 0;
        return Optional.of(Reconciliation.of(sent, probe, expected(target, sent, probe, rowsLeftOut), before, after));
    }

    /** What the injector counted, or what its log holds. */
    static Optional<Totals> totals(LoadWindow window, LoadLog log) throws IOException {
        if (window.totals().isEmpty() && log instanceof SampleLog samples) {
            return Optional.of(samples.totals());
        }
        return window.totals();
    }

    private Expected expected(Target target, Sent sent, Sent probe, boolean rowsLeftOut) {
        String only = target.route() == null
                ? ONLY.get(target.sends())
                : target.route().replace("backend-", "");
        if (injector != InjectorKind.NIO) {
            return new Expected(null, only, false, null);
        }
        // The probe has messages of its own, of which only the number is known here; and a request that was due and
        // never begun leaves its row out.
        boolean alone = probe.sent() == 0 && !rowsLeftOut;
        return new Expected(
                only == null && alone ? rows.routes(sent.sent()) : null,
                only,
                true,
                alone ? rows.nonceSum(sent.sent()) : null);
    }

    private static Sent sent(ProbeResult probe) {
        return new Sent(probe.sentInAll(), Math.min(probe.sentInAll(), probe.verifiedInAll()), 0, 0);
    }

    /** Messages of clients that went away may still be under way. */
    private BackendStats await() throws InterruptedException {
        BackendStats last = backend.count();
        for (int i = 0; i < MOST_WAITS; i++) {
            Thread.sleep(STILL_MILLIS);
            BackendStats now = backend.count();
            if (now.received() == last.received()) {
                return now;
            }
            last = now;
        }
        return last;
    }
}
