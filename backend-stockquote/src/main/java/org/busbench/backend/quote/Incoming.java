package org.busbench.backend.quote;

/** A message that has been read: either a valid call, or refused with a reason. */
public final class Incoming {
    private final Call call;
    private final String refusal;

    private Incoming(Call call, String refusal) {
        this.call = call;
        this.refusal = refusal;
    }

    static Incoming of(Call call) {
        return new Incoming(call, null);
    }

    static Incoming refused(String why) {
        return new Incoming(null, why);
    }

    /** Tells whether the message is not a valid call. */
    public boolean isRefused() {
        return call == null;
    }

    /** Returns the operation's name, which is the local name of the body's child; null when refused. */
    public String operation() {
        return call == null ? null : call.operation();
    }

    Call call() {
        return call;
    }

    String refusal() {
        return refusal;
    }
}
