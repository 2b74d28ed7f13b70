package org.busbench.mediation.xml;

import org.busbench.mediation.xml.SymbolTable.Generation;

/**
 * An expanded name. Interned by its {@link Generation}: two elements of one name carry the same object, so names are compared by identity.
 */
public final class Name {
    private final int id;
    private final String namespace;
    private final String local;

    Name(int id, String namespace, String local) {
        this.id = id;
        this.namespace = namespace.intern();
        this.local = local.intern();
    }

    /** A small number, unique within one generation of the symbol table, counted from 0 without gaps. */
    public int id() {
        return id;
    }

    /** The namespace URI, empty for none; an interned string, as the local name is. */
    public String namespace() {
        return namespace;
    }

    public String local() {
        return local;
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? local : "{" + namespace + "}" + local;
    }
}
