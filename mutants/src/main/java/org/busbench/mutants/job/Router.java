package org.busbench.mutants.job;

import org.busbench.mutants.job.Transform.UnreadableException;

/** Decides which backend gets a message. Called with the reactor's lock held. */
@FunctionalInterface
public interface Router {

    /** Decides for one message as the client sent it. */
    String route(byte[] message) throws UnreadableException;
}
