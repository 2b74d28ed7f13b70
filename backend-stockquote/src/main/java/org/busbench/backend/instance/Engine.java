package org.busbench.backend.instance;

import java.io.IOException;

/** A program part that serves instances over HTTP. Started once, closed once. */
public interface Engine extends AutoCloseable {
    /**
     * Binds all instances and begins to serve.
     *
     * @throws BindFailedException when an address cannot be bound; then nothing is left bound
     * @throws IOException when the engine itself cannot start
     */
    void start() throws IOException;

    int port(Instance instance);

    /** Stops to accept, ends the answers that have begun, and frees the ports. */
    @Override
    void close();
}
