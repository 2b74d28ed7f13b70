package org.busbench.mediation.http;

/** Why there is no answer of a backend. */
public record Failure(Kind kind, String detail) {

    /** The kinds of failures. */
    public enum Kind {
        /** The request's body is longer than the handler wants to hold. */
        BODY_TOO_LARGE(413),
        /** No connection could be made. */
        CONNECT(502),
        /** No connection could be made in time. */
        CONNECT_TIMEOUT(504),
        /** The backend ended the connection before its answer was whole. */
        CLOSED(502),
        /** The backend did not answer in time. */
        ANSWER_TIMEOUT(504),
        /** The backend's answer is no HTTP. */
        BAD_ANSWER(502),
        /** The answer's body is longer than the handler wants to hold. */
        ANSWER_TOO_LARGE(502);

        private final int status;

        Kind(int status) {
            this.status = status;
        }

        public int status() {
            return status;
        }
    }
}
