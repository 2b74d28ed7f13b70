package org.busbench.mediation.admin;

import java.util.List;
import org.busbench.mediation.http.HttpReading;
import org.busbench.mediation.traffic.AccountReading;
import org.busbench.mediation.wire.EventLoop;

/** The mediator as its operator sees it. Its methods are called on threads of the admin server and may block, except where said. */
public interface Subject {

    /** Where it stands. */
    enum State {
        /** It does not listen yet. */
        STARTING,
        /** It answers requests. */
        READY,
        /** It finishes what is under way and takes no more. */
        DRAINING
    }

    /** {@return where it stands} */
    State state();

    /** {@return its loops; none before it listens} */
    List<? extends EventLoop> loops();

    /** {@return what the HTTP side of a loop has counted; called on that loop's thread} */
    HttpReading http(EventLoop loop);

    /** {@return what a loop has counted by proxy; called on that loop's thread} */
    List<AccountReading> accounts(EventLoop loop);

    /** {@return how many pieces of work wait for a thread of the workbench} */
    int workWaiting();

    /** {@return how many lines of logs were dropped} */
    long linesDropped();

    /**
     * Reads the configuration again and serves it from now on.
     *
     * @return one line: what is served now
     * @throws ReloadRefused when the old configuration goes on
     */
    String reload() throws ReloadRefused;
}
