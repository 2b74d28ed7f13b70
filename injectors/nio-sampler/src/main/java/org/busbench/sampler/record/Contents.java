package org.busbench.sampler.record;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What the answers of a load say, byte by byte: the first answer of each kind of request is kept, every other one is
 * compared with it where it comes in, and one that says something else is kept as well. So each answer of a kind is either
 * counted with a kept one or is kept itself, until there are too many different ones. Safe for any thread.
 */
public final class Contents {
    /** Of the answers that are kept, these are left for answers that differ from the first of their kind. */
    private static final int FOR_OTHERS = 16;

    private static final int MOST_OF_A_KIND = 8;
    /** Answers that say something else each time are not worth a copy of each. */
    private static final int MOST_IN_VAIN = 1000;

    private final int most;
    private final Map<Integer, List<KnownContent>> byKind = new HashMap<>();
    private final List<KnownContent> all = new ArrayList<>();
    /** The first of each kind, for the loops; made when the number of kinds is known. */
    private volatile AtomicReferenceArray<KnownContent> firsts;

    private volatile boolean room;
    private volatile boolean givenUp;
    private int inVain;

    /** Contents of a load, of which so many answers are kept at most; 0 for none. */
    Contents(int most) {
        this.most = most;
        this.room = most > 0;
    }

    /** Says how many kinds of requests there are; all loops of a load say the same. */
    public synchronized void ofKinds(int kinds) {
        if (firsts == null) {
            firsts = new AtomicReferenceArray<>(kinds);
        }
    }

    /** The content with which answers of a kind are compared; null when none is known yet, or none will be. */
    public KnownContent of(int kind) {
        AtomicReferenceArray<KnownContent> known = firsts;
        return known == null ? null : known.get(kind);
    }

    /**
     * Whether an answer that does not agree with what is known should be handed in.
     *
     * @return false when nothing of this kind is compared
     */
    public boolean wants(int kind) {
        return !givenUp && (room || of(kind) != null);
    }

    /**
     * Takes an answer that does not agree with the first of its kind: it is counted with one that says the same, or must be
     * kept.
     *
     * @param nonce of the request; empty when it has none
     * @param body of the answer; not copied
     * @param prefix of the name under which it is kept, if it is
     * @return the name under which it must be kept; null when it need not, or cannot
     */
    synchronized String take(int kind, byte[] nonce, byte[] body, String prefix) {
        List<KnownContent> known = byKind.computeIfAbsent(kind, unused -> new ArrayList<>());
        for (KnownContent content : known) {
            if (content.length() == body.length && content.agrees(0, body, 0, body.length, nonce)) {
                content.count();
                return null;
            }
        }
        boolean first = known.isEmpty();
        if (first ? !room : all.size() >= most || known.size() >= MOST_OF_A_KIND) {
            givenUp = ++inVain >= MOST_IN_VAIN;
            return null;
        }
        String name = String.format("%s-%02d", prefix, all.size() + 1);
        KnownContent content = new KnownContent(name, body, nonce);
        content.count();
        known.add(content);
        all.add(content);
        room = all.size() < Math.max(1, most - FOR_OTHERS);
        if (first && firsts != null) {
            firsts.set(kind, content);
        }
        return name;
    }

    /** A row for each kept answer, in order: its name, and how many answers said the same. */
    synchronized List<String> rows() {
        return all.stream()
                .map(content -> content.name() + "," + content.answers())
                .toList();
    }
}
