package org.busbench.backend.quote;

/** A message that is not a valid call of the service; the text says why and goes to the client in a fault. */
public final class RefusedException extends Exception {
    private static final long serialVersionUID = 1;

    private final String nonce;

    public RefusedException(String message) {
        super(message);
        this.nonce = null;
    }

    RefusedException(String message, Throwable cause) {
        super(message, cause);
        this.nonce = null;
    }

    private RefusedException(RefusedException same, String nonce) {
        super(same.getMessage(), same);
        this.nonce = nonce;
    }

    /** The same refusal of a message that carries this nonce. */
    RefusedException with(String itsNonce) {
        return new RefusedException(this, itsNonce);
    }

    /** The nonce that was read before the message was refused, or null. */
    String nonce() {
        return nonce;
    }
}
