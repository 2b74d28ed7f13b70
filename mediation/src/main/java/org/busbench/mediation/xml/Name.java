package org.busbench.mediation.xml;

/**
 * An expanded name. Interned by its {@link Vocabulary}: two elements of one name carry the same object, so names are compared by identity.
 */
public final class Name {
    private final int id;
    private final String namespace;
    private final String local;

    Name(int id, String namespace, String local) {
        this.id = id;
        this.namespace = namespace;
        this.local = local;
    }

    /**
     * {@return a small number, unique among the names of one vocabulary, counted from 0 without gaps}
     */
    public int id() {
        return id;
    }

    /**
     * {@return the namespace URI, empty for none}
     */
    public String namespace() {
        return namespace;
    }

    /**
     * {@return the local part}
     */
    public String local() {
        return local;
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? local : "{" + namespace + "}" + local;
    }
}
