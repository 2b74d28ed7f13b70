package org.busbench.mediation.xml;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Bounds the names that messages bring into Saxon, whose name pool forgets none and fails for ever when it is full (2^20 names). Safe for use by
 * several threads.
 */
public final class NameBudget {
    private record Known(String namespace, String local) {}

    private final int most;
    private final Set<Known> known = ConcurrentHashMap.newKeySet();

    /**
     * Creates a budget of which nothing is used.
     *
     * @param most how many different names are allowed; a few more when threads meet
     */
    public NameBudget(int most) {
        this.most = most;
    }

    /**
     * {@return whether a name is known, or there is room for it}
     *
     * @param namespace URI, empty for none
     * @param local the local part
     */
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
