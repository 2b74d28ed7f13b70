package org.busbench.mediation.xml;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Bounds the names that messages bring into Saxon, whose name pool forgets none and fails for ever when it is full (2^20 names). Safe for use by several
 * threads.
 */
public final class NameBudget {
    private record Known(String namespace, String local) {}

    private final int most;
    private final Set<Known> known = ConcurrentHashMap.newKeySet();

    /** Allows that many different names; a few more when threads race. */
    public NameBudget(int most) {
        this.most = most;
    }

    /** Whether a name is known or there is room for it; the namespace is empty for none. */
    public boolean allows(String namespace, String local) {
        Known name = new Known(namespace, local);
        if (known.contains(name)) {
            return true;
        }
        if (known.size() >= most) {
            return false;
        }
        known.add(name);
        return true;
    }
}
