package org.busbench.reports.serve;

import java.io.IOException;

/** What a server shows. Called by several of its threads at a time; may block. */
@FunctionalInterface
interface Site {

    /** Sends an answer, once. */
    @FunctionalInterface
    interface Reply {
        void send(Answer answer) throws IOException;
    }

    /**
     * Answers a request.
     *
     * @param request what is asked for
     * @param reply sends the answer; returns when it is sent
     * @throws IOException when a file cannot be read, or the asker left
     * @throws InterruptedException when the server ends
     */
    void answer(Request request, Reply reply) throws IOException, InterruptedException;
}
