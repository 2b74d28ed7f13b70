package org.busbench.mediation.http;

import java.time.Duration;

/** A request that wants a backend's connection, as that connection and the pool see it. On the loop's thread. */
interface PendingRequest {

    /** Returns where it goes. */
    Endpoint endpoint();

    /** All connections are in use: waits for one, at most so long. */
    void await(Duration longest);

    /** A connection is being made. */
    void connecting(UpstreamConnection connection);

    /** There is a connection: sends what there is of the request. */
    void attach(UpstreamConnection connection);

    /** The connection cannot give an answer. */
    void failed(UpstreamConnection connection, Failure failure);

    /** Returns whether all of the request was given to the connection. */
    boolean isWhole();

    /** The backend cannot take more. */
    void pauseRequest();

    /** The backend can take more again. */
    void resumeRequest();

    /** A head of 1xx came, but not 100 or 101. */
    void interim(ResponseHead head);

    /** The head of the answer came; who reads what follows? The head belongs to the pending now. */
    AnswerReader answered(ResponseHead head);

    /** The connection has done its work. */
    void detached();
}
