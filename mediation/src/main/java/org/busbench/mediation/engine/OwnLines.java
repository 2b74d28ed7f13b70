package org.busbench.mediation.engine;

import org.busbench.mediation.http.Call;
import org.busbench.mediation.http.CallEvents;
import org.busbench.mediation.http.HttpServer;
import org.busbench.mediation.wire.EventLoop;

/**
 * The lines of messages that have no client.
 *
 * @param server whose connections to backends are used
 * @param loop on which they live
 */
record OwnLines(HttpServer server, EventLoop loop) implements Lines {

    @Override
    public Call call(CallEvents events) {
        return server.call(loop, events);
    }
}
