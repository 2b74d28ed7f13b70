package org.busbench.mediation.http;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import org.busbench.mediation.http.head.HttpLimits;

/**
 * The bytes of long bodies that are held at once, of all clients together and of each, by its address. A message that is held alone always has room.
 *
 * <p>For any thread.
 */
final class BodyBudget {
    /** A body up to this length does not count. */
    static final int UNCOUNTED = 256 << 10;

    private final long most;
    private final long mostOfClient;
    private final Map<InetAddress, Long> held = new HashMap<>();
    private long all;

    BodyBudget(HttpLimits limits) {
        this.most = limits.heldBytes();
        this.mostOfClient = limits.heldBytesOfClient();
    }

    /** Takes more for a message that has {@code already} so many; returns false when others hold too much. */
    synchronized boolean take(InetAddress client, long already, long more) {
        long own = held.getOrDefault(client, 0L);
        if ((all > already && all + more > most) || (own > already && own + more > mostOfClient)) {
            return false;
        }
        all += more;
        held.put(client, own + more);
        return true;
    }

    synchronized void giveBack(InetAddress client, long bytes) {
        all -= bytes;
        held.computeIfPresent(client, (same, own) -> own == bytes ? null : own - bytes);
    }
}
