package org.busbench.mediation.http.head;

/**
 * The changes to a request's head on its way to one upstream: its target, its Host and its fields. Immutable; made once for many messages.
 *
 * @param hasTarget whether the target replaces the client's
 * @param base what stands in the target before the rest of the client's
 * @param skipped how many bytes of the client's target are left out
 * @param lineRest what follows the method, or the client's target, in the request line, and the Host field
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RequestRewrite(boolean hasTarget, byte[] base, int skipped, HeadEdits edits, byte[] lineRest) {
    private static final byte[] NOTHING = {};

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
            return new RequestRewrite(hasTarget, base, skipped, changes, lineRest);
        }
        String line = Octets.text(lineRest, 0, lineRest.length).replaceFirst("Host: .*\\r\\n", "");
        return new RequestRewrite(hasTarget, base, skipped, changes, Octets.of(line));
    }

    static void checkTarget(String target) {
        if (target.isEmpty() || target.chars().anyMatch(c -> c <= 0x20 || c >= 0x7f)) {
            throw new IllegalArgumentException("no target of a request: '" + target + "'; escape it as in a URI");
        }
    }
}
