package org.busbench.mediation.http.head;

/** The changes to a request's head on its way to one upstream: its target, its Host and its fields. Immutable; made once for many messages. */
public final class RequestRewrite {
    private static final byte[] NOTHING = {};

    private final boolean ownTarget;
    private final byte[] base;
    private final int skipped;
    private final HeadEdits edits;
    private final byte[] lineRest;

    private RequestRewrite(boolean ownTarget, byte[] base, int skipped, HeadEdits edits, byte[] lineRest) {
        this.ownTarget = ownTarget;
        this.base = base;
        this.skipped = skipped;
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
        return new RequestRewrite(target != null, NOTHING, 0, HeadEdits.NONE, lineRest(path, authority));
    }

    /**
     * Makes a rewrite that puts a path in the place of the first characters of the client's target, which must be a path, and leaves the rest of it
     * and the fields as they are.
     *
     * @param base of the new target; may be empty
     * @param skipped how many characters it replaces; what follows them is empty or begins with a slash or a question mark
     * @throws IllegalArgumentException if the base cannot stand in a request line
     */
    public static RequestRewrite below(String base, int skipped, String authority) {
        if (!base.isEmpty()) {
            checkTarget(base);
        }
        if (skipped < 1) {
            throw new IllegalArgumentException(
                    "a target without its first " + skipped + " characters: at least 1 is needed");
        }
        return new RequestRewrite(false, Octets.of(base), skipped, HeadEdits.NONE, lineRest("", authority));
    }

    private static byte[] lineRest(String path, String authority) {
        return Octets.of(path + " HTTP/1.1\r\nHost: " + authority + "\r\n");
    }

    /** Returns this rewrite with changes to fields. An added Host takes the place of the endpoint's. */
    public RequestRewrite edited(HeadEdits changes) {
        if (!changes.adds("host")) {
            return new RequestRewrite(ownTarget, base, skipped, changes, lineRest);
        }
        String line = Octets.text(lineRest, 0, lineRest.length).replaceFirst("Host: .*\\r\\n", "");
        return new RequestRewrite(ownTarget, base, skipped, changes, Octets.of(line));
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

    /** Returns what stands in the target before the rest of the client's. */
    byte[] base() {
        return base;
    }

    /** Returns how many bytes of the client's target are left out. */
    int skipped() {
        return skipped;
    }

    HeadEdits edits() {
        return edits;
    }

    /** Returns what follows the method, or the client's target, in the request line, and the Host field. */
    byte[] lineRest() {
        return lineRest;
    }
}
