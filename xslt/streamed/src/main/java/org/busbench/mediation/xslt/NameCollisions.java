package org.busbench.mediation.xslt;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import net.sf.saxon.om.NamespaceUri;
import net.sf.saxon.om.StructuredQName;
import net.sf.saxon.trans.XPathException;

/**
 * How many names of one pool of Saxon have the same hash. Saxon compares a name with all of its hash, one after the other, so without a bound the time
 * that names take grows with the square of their number when a sender has made them so (CWE-407). For any thread.
 */
public final class NameCollisions {

    private static final int MOST = 512;
    private static final int MOST_SHOWN = 100;

    private final Map<Integer, Integer> names = new ConcurrentHashMap<>();
    private volatile boolean refused;

    /**
     * Counts a name that the pool does not know yet.
     *
     * @throws XPathException when the pool has 512 of its hash
     */
    public void add(NamespaceUri namespace, String local) throws XPathException {
        if (names.merge(StructuredQName.computeHashCode(namespace, local), 1, Integer::sum) > MOST) {
            refused = true;
            String shown = local.length() > MOST_SHOWN ? local.substring(0, MOST_SHOWN) + "..." : local;
            throw new XPathException("'" + shown + "' has the hash of " + MOST + " other names");
        }
    }

    /** Whether a name was refused, so that the pool should be replaced. */
    public boolean refused() {
        return refused;
    }
}
