package org.busbench.mediation.xml;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds what messages bring into Saxon that it does not forget: names, of which its pool takes 2^20, and namespaces. Safe for use by several threads.
 */
public final class NameBudget {
    private record Known(String namespace, String local) {}

    /** The characters that a name may have on average. */
    private static final long CHARACTERS = 100;

    private final int most;
    private final AtomicLong characters = new AtomicLong();
    private final Set<Known> known = ConcurrentHashMap.newKeySet();

    /** Allows that many different names, or fewer when they are long; a few more when threads race. */
    public NameBudget(int most) {
        this.most = most;
    }

    /** Whether a name is known or there is room for it; the namespace is empty for none. */
    public boolean allows(String namespace, String local) {
        Known name = new Known(namespace, local);
        if (known.contains(name)) {
            return true;
        }
        if (isSpent()) {
            return false;
        }
        known.add(name);
        characters.addAndGet(namespace.length() + local.length());
        return true;
    }

    /** Whether there is no room for a further name. */
    public boolean isSpent() {
        return known.size() >= most || characters.get() >= CHARACTERS * most;
    }
}
