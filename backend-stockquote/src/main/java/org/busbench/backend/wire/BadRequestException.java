package org.busbench.backend.wire;

/** A request that is answered with an error and ends its connection, because what follows cannot be trusted. */
final class BadRequestException extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;

    BadRequestException(int status, String message) {
        super(message);
        this.status = status;
    }

    int status() {
        return status;
    }
}
