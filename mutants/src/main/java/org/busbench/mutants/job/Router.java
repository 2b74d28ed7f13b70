package org.busbench.mutants.job;

import org.busbench.mutants.job.Transform.UnreadableException;

/** Decides which backend gets a message. Called with the reactor's lock held. */
@FunctionalInterface
public interface Router {

    /**
     * Decides for one message.
     *
     * @param message the message's bytes, as the client sent it
     * @throws UnreadableException when it is not XML
     */
    String route(byte[] message) throws UnreadableException;
}
