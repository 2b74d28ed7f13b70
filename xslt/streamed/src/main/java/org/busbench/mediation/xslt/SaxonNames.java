package org.busbench.mediation.xslt;

import java.util.HashSet;
import java.util.Set;
import net.sf.saxon.om.FingerprintedQName;
import net.sf.saxon.om.NamespaceMap;
import net.sf.saxon.om.NamespaceUri;
import net.sf.saxon.om.NodeName;
import net.sf.saxon.trans.XPathException;

/** The names of one message in the pool of a generation. Belongs to the thread that transforms the message. */
final class SaxonNames {

    /** How many names a message may bring that the pool does not know. */
    static final int MOST_OF_MESSAGE = 50_000;

    /** Saxon compares the namespaces in force at an element with all different ones before, so the time grows with the square of their number. */
    static final int MOST_SCOPES = 1000;

    private final SaxonGeneration generation;
    private final boolean admitted;
    private final Set<NamespaceMap> scopes = new HashSet<>();
    private NamespaceMap lastScope;
    private int left = MOST_OF_MESSAGE;

    /** For a message that begins now. It may bring new names unless the pool is spent already. */
    SaxonNames(SaxonGeneration generation) {
        this.generation = generation;
        this.admitted = !generation.isSpent();
    }

    SaxonGeneration generation() {
        return generation;
    }

    /**
     * Returns a name as Saxon wants it.
     *
     * @throws PoolSpent when it is new and the pool was spent when the message began
     */
    NodeName of(String prefix, String namespace, String local) throws XPathException {
        NamespaceUri uri = namespace(namespace);
        if (!generation.knows(uri, local)) {
            count(local);
            generation.add(uri, local);
        }
        return new FingerprintedQName(prefix, uri, local, generation.pool());
    }

    /**
     * Returns a namespace as Saxon wants it.
     *
     * @throws PoolSpent as above
     */
    NamespaceUri namespace(String uri) throws XPathException {
        NamespaceUri known = generation.namespace(uri);
        if (known != null) {
            return known;
        }
        count(uri);
        return generation.addNamespace(uri);
    }

    /** Counts the namespaces in force at an element. */
    @SuppressWarnings("ReferenceEquality") // Mostly the same object; where it is not, the set looks closer.
    void enter(NamespaceMap scope) throws XPathException {
        if (scope != lastScope) {
            lastScope = scope;
            if (scopes.add(scope) && scopes.size() > MOST_SCOPES) {
                throw new XPathException("more than " + MOST_SCOPES + " different sets of namespaces are in force"
                        + " at the elements of one message");
            }
        }
    }

    private void count(String name) throws XPathException {
        if (!admitted) {
            throw new PoolSpent();
        }
        if (left == 0) {
            String shown = name.length() > 100 ? name.substring(0, 100) + "..." : name;
            throw new XPathException("'" + shown + "' is one name too many: a message may bring " + MOST_OF_MESSAGE
                    + " that were not in earlier ones");
        }
        left--;
    }

    /** Another generation has to take the message. */
    static final class PoolSpent extends XPathException {
        private static final long serialVersionUID = 1L;

        PoolSpent() {
            super("the pool of names is spent");
        }
    }
}
