package org.busbench.mutants.job;

import org.busbench.mutants.job.Transform.UnreadableException;

/** Decides which backend gets a message. For the loop's thread. */
@FunctionalInterface
public interface Router {

    /**
     * Decides for one message.
     *
     * @param message the message's bytes, as the client sent it
     * @return the backend's letter
     * @throws UnreadableException when it is not XML
     */
    String route(byte[] message) throws UnreadableException;
}
