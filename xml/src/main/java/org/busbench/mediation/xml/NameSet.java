package org.busbench.mediation.xml;

import java.util.Arrays;

/** Some names of one generation of a symbol table, for {@link Tokenizer#skip}. Confined to the thread of its tokenizer. */
public final class NameSet {
    /** All names. */
    public static final NameSet ALL = new NameSet(true, false);

    private final boolean all;
    private final boolean deep;
    private boolean[] byId = new boolean[0];

    /** An empty set. */
    public NameSet() {
        this(false, false);
    }

    private NameSet(boolean all, boolean deep) {
        this.all = all;
        this.deep = deep;
    }

    /** An empty set of which the names can be ignored, but not what is inside of elements that have them. */
    public static NameSet deep() {
        return new NameSet(false, true);
    }

    /** Whether elements inside of those with such names may matter, though these do not. */
    public boolean isDeep() {
        return deep;
    }

    /** Adds a name of the same generation as the others. */
    public void add(Name name) {
        if (name.id() >= byId.length) {
            byId = Arrays.copyOf(byId, Math.max(2 * byId.length, name.id() + 1));
        }
        byId[name.id()] = true;
    }

    /** Whether it holds a name of the same generation as the others. */
    public boolean contains(Name name) {
        return all || (name.id() < byId.length && byId[name.id()]);
    }
}
