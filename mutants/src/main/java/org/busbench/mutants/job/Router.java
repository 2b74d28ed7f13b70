package org.busbench.mutants.job;

import org.busbench.mutants.job.Transform.UnreadableException;

/** Decides which backend gets a message. Called with the reactor's lock held. */
@FunctionalInterface
public interface Router {

    String route(byte[] message) throws UnreadableException;
}
