package org.busbench.mediation.xslt.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.busbench.mediation.xml.Tag;
import org.busbench.mediation.xml.TextElements;

/**
 * What templates that look at names alone, and not at the element's attributes, write for an element that holds nothing but elements with a text: the same bytes
 * each time, and between them the texts in an order. It is learnt from one such element, and then serves all with the same children at the same place of the result.
 *
 * <p>Immutable.
 */
final class RecordLayout {

    private static final int MOST_CHILDREN = 64;

    /**
     * Texts that stand for those of the children while the layout is learnt: a byte that no result holds, and the child's index.
     */
    static final byte[] PLACEHOLDERS = new byte[2 * MOST_CHILDREN];

    static {
        for (int i = 0; i < MOST_CHILDREN; i++) {
            PLACEHOLDERS[2 * i + 1] = (byte) i;
        }
    }

    /** Which template writes it. */
    private final Object template;

    private final Tag tag;
    private final Tag[] children;
    private final ResultScope around;
    /** The bytes before each text, and those after the last one. */
    private final byte[][] fixed;
    /** The child whose text it is. */
    private final int[] texts;

    /**
     * Learns it.
     *
     * @param made what was written for the children with {@link #PLACEHOLDERS} in the place of their texts
     */
    private RecordLayout(Object template, Tag tag, TextElements record, ResultScope around, byte[] made) {
        this.template = template;
        this.tag = tag;
        this.children = new Tag[record.count()];
        Arrays.setAll(children, record::tag);
        this.around = around;
        List<byte[]> between = new ArrayList<>();
        int from = 0;
        int[] order = new int[made.length];
        for (int at = 0; at < made.length; at++) {
            if (made[at] == 0) {
                order[between.size()] = made[at + 1];
                between.add(Arrays.copyOfRange(made, from, at));
                from = at + 2;
                at++;
            }
        }
        this.texts = Arrays.copyOf(order, between.size());
        between.add(Arrays.copyOfRange(made, from, made.length));
        this.fixed = between.toArray(new byte[0][]);
    }

    private boolean fits(Object by, Tag of, TextElements record, ResultScope there) {
        if (by != template || of != tag || there != around || record.count() != children.length) {
            return false;
        }
        for (int i = 0; i < children.length; i++) {
            if (record.tag(i) != children[i]) {
                return false;
            }
        }
        return true;
    }

    void write(byte[] message, TextElements record, ResultBuffer to) throws TreeNeededException {
        for (int i = 0; i < texts.length; i++) {
            int child = texts[i];
            to.put(fixed[i], message, record.from(child), record.to(child));
        }
        to.put(fixed[texts.length]);
    }

    /** Those of the elements in one state. Confined to one thread. */
    static final class Cache {

        private static final int MOST = 8;
        /** So many records must be written by what is known before one more layout is learnt. */
        private static final int PRICE = 16;

        private final List<RecordLayout> known = new ArrayList<>();
        private int credit = MOST * PRICE;

        /** The one for these children in that place of the result, or null. */
        RecordLayout find(Object template, Tag tag, TextElements record, ResultScope around) {
            for (int i = 0; i < known.size(); i++) {
                RecordLayout one = known.get(i);
                if (one.fits(template, tag, record, around)) {
                    credit = Math.min(MOST * PRICE, credit + 1);
                    return one;
                }
            }
            return null;
        }

        /** Whether those that are known have served often enough to learn another one. */
        boolean mayLearn() {
            credit -= PRICE;
            return credit >= 0;
        }

        RecordLayout learn(Object template, Tag tag, TextElements record, ResultScope around, byte[] made) {
            if (known.size() == MOST) {
                known.clear();
            }
            RecordLayout one = new RecordLayout(template, tag, record, around, made);
            known.add(one);
            return one;
        }
    }
}
