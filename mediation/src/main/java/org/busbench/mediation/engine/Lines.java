package org.busbench.mediation.engine;

import org.busbench.mediation.http.Call;
import org.busbench.mediation.http.CallEvents;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.wire.EventLoop;

/** Where requests to backends go out: the loop of the message's client, or any when it has none. */
interface Lines {

    /** {@return the loop; for any thread} */
    EventLoop loop();

    /** {@return a call to be started, on the loop's thread} */
    Call call(CallEvents events);

    /** A request sets out on such a call; for any thread. */
    default void began() {
        // Where no client waits nobody asks.
    }

    /** Synapse was told what became of it: of this failure, or of an answer when that is null; for any thread. */
    default void ended(Failure failure) {
        // Where no client waits nobody asks.
    }
}
