package org.busbench.harness.process;

import java.util.Optional;

/** The backend's account of the messages that came to it. Its methods ask over HTTP and block until the answer is there. */
public interface BackendWitness {

    /** The counts until now; from now on the backend remembers which nonces come. */
    BackendStats countAndRemember();

    /** Has the backend keep the next messages that come, as they come. */
    void wantNext(int most);

    /**
     * A message that came since {@link #wantNext}.
     *
     * @param number 1 for the first
     * @return its bytes; empty when fewer have come
     */
    Optional<byte[]> received(int number);

    /** What the last of them was to do. Returns its SOAPAction, or the action of its Content-Type; empty when it had neither. */
    Optional<String> receivedAction();
}
