package org.busbench.mediation.admin;

import java.io.Serial;
import java.util.List;
import org.busbench.mediation.http.HttpCounts;
import org.busbench.mediation.traffic.MessageCounts;
import org.busbench.mediation.wire.EventLoop;

/** The mediator as operators see it. Unless stated otherwise, the threads of the admin server call the methods, which may block. */
public interface ManagedMediator {

    /** The states from start to stop, in this order. */
    enum State {
        /** The mediator does not listen yet. */
        STARTING,
        /** The mediator answers requests. */
        READY,
        /** The mediator finishes the messages under way and accepts no more. */
        DRAINING
    }

    /** The configuration was refused, and the previous one still serves. The message is one line that says why. */
    final class ReloadRefused extends Exception {
        @Serial
        private static final long serialVersionUID = 1L;

        /** Refuses for a reason, which is one line. */
        public ReloadRefused(String message, Throwable cause) {
            super(message, cause);
        }
    }

    State state();

    /** Returns the event loops; none before the mediator listens. */
    List<? extends EventLoop> loops();

    /** Returns what the HTTP side of a loop has counted. Called on the thread of that loop. */
    HttpCounts http(EventLoop loop);

    /** Returns what a loop has counted by proxy and lane. Called on the thread of that loop. */
    List<MessageCounts> messages(EventLoop loop);

    /** Returns what moves the bytes, {@code nio} or {@code uring}; empty before that is chosen. */
    String transport();

    /** Returns why it is that one, in one line. */
    String transportReason();

    /** Returns how many large messages wait for a thread off the loops. */
    int offloadWaiting();

    /** Returns how many log lines were dropped. */
    long linesDropped();

    /**
     * Reads the configuration again and serves it from now on.
     *
     * @throws ReloadRefused when the previous configuration still serves
     */
    String reload() throws ReloadRefused;
}
