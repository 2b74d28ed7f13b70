package org.busbench.mediation.http.head;

/** What becomes of a request's head on its way to one upstream: its target, its Host and changes to its fields. Immutable; made once for many messages. */
public final class RequestRewrite {
    private final boolean ownTarget;
    private final HeadEdits edits;
    private final byte[] lineRest;

    private RequestRewrite(boolean ownTarget, HeadEdits edits, byte[] lineRest) {
        this.ownTarget = ownTarget;
        this.edits = edits;
        this.lineRest = lineRest;
    }

    /**
     * Makes a rewrite that leaves the fields as they are.
     *
     * @param target path and query to ask for, or null for the client's own
     * @throws IllegalArgumentException if the target cannot stand in a request line
     */
    public static RequestRewrite to(String target, String authority) {
        if (target != null) {
            checkTarget(target);
        }
        String path = target == null ? "" : target;
        return new RequestRewrite(
                target != null, HeadEdits.NONE, Octets.of(path + " HTTP/1.1\r\nHost: " + authority + "\r\n"));
    }

    public RequestRewrite edited(HeadEdits changes) {
        return new RequestRewrite(ownTarget, changes, lineRest);
    }

    static void checkTarget(String target) {
        if (target.isEmpty() || target.chars().anyMatch(c -> c <= 0x20 || c >= 0x7f)) {
            throw new IllegalArgumentException("no target of a request: '" + target + "'; escape it as in a URI");
        }
    }

    /** Returns whether the target replaces the client's. */
    boolean hasTarget() {
        return ownTarget;
    }

    HeadEdits edits() {
        return edits;
    }

    /** Returns what follows the method, or the client's target, in the request line, and the Host field. */
    byte[] lineRest() {
        return lineRest;
    }
}
