package org.busbench.mediation.xslt;

import net.sf.saxon.om.FingerprintedQName;
import net.sf.saxon.om.NamePool;
import net.sf.saxon.om.NamespaceUri;
import net.sf.saxon.om.NodeName;
import net.sf.saxon.trans.XPathException;
import org.busbench.mediation.xml.NameBudget;

/** The names of messages in Saxon's pool, within a budget: the pool forgets none. Safe for use by several threads. */
final class SaxonNames {

    private static final int MOST = 50_000;

    private final NamePool pool;
    private final NameBudget budget = new NameBudget(MOST);

    SaxonNames(NamePool pool) {
        this.pool = pool;
    }

    NodeName of(String prefix, String namespace, String local) throws XPathException {
        if (!budget.allows(namespace, local)) {
            throw new XPathException("'" + local + "' is one name too many: messages have brought " + MOST
                    + " different ones since the start");
        }
        return new FingerprintedQName(prefix, NamespaceUri.of(namespace), local, pool);
    }
}
