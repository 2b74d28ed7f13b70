package org.busbench.mediation.xml;

import java.util.Arrays;

/** Some names of one vocabulary, for {@link Tokenizer#skip}. Confined to the thread of its tokenizer. */
public final class NameSet {
    /** All names. */
    public static final NameSet ALL = new NameSet(true);

    private final boolean all;
    private boolean[] byId = new boolean[0];

    /** Creates an empty one. */
    public NameSet() {
        this(false);
    }

    private NameSet(boolean all) {
        this.all = all;
    }

    /**
     * Adds a name.
     *
     * @param name of the vocabulary that the others are of
     */
    public void add(Name name) {
        if (name.id() >= byId.length) {
            byId = Arrays.copyOf(byId, Math.max(2 * byId.length, name.id() + 1));
        }
        byId[name.id()] = true;
    }

    /**
     * {@return whether it holds a name}
     *
     * @param name of the vocabulary that the others are of
     */
    public boolean contains(Name name) {
        return all || (name.id() < byId.length && byId[name.id()]);
    }
}
