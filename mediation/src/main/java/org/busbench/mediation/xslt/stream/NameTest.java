package org.busbench.mediation.xslt.stream;

/**
 * Names that a stylesheet asks for.
 *
 * @param namespace URI, empty for none, null for any
 * @param local local part, null for any
 */
record NameTest(String namespace, String local) {

    static final NameTest ANY = new NameTest(null, null);

    boolean matches(String ofNamespace, String ofLocal) {
        return (namespace == null || namespace.equals(ofNamespace)) && (local == null || local.equals(ofLocal));
    }
}
