package org.busbench.mediation.xpath.syntax;

/**
 * A test of an element's or attribute's name (XPath 1.0 section 2.3).
 *
 * @param namespace URI, empty for none, null for any
 * @param local local part, null for any
 */
public record NameTest(String namespace, String local) {

    /** Every name passes. */
    public static final NameTest ANY = new NameTest(null, null);

    /** Whether a name passes. */
    public boolean matches(String ofNamespace, String ofLocal) {
        return (local == null || local.equals(ofLocal)) && (namespace == null || namespace.equals(ofNamespace));
    }
}
