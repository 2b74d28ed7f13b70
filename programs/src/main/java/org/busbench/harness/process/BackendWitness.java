package org.busbench.harness.process;

import java.util.Optional;

/** The backend's account of the messages that came to it. Its methods ask over HTTP and block until the answer is there. */
public interface BackendWitness {

    /** The counts until now; from now on the backend remembers which nonces come. */
    BackendStats countAndRemember();

    /** Has the backend keep the next message that comes, as it comes. */
    void wantNext();

    /**
     * The message that came first since {@link #wantNext}.
     *
     * @return its bytes; empty when none has come
     */
    Optional<byte[]> received();

    /**
     * What that message was to do.
     *
     * @return its SOAPAction, or the action of its Content-Type; empty when it had neither
     */
    Optional<String> receivedAction();
}
