package org.busbench.mediation.xml;

import java.util.HashMap;
import java.util.Map;

/**
 * Tags, names and scopes that tokenizers have met. Bounded: when documents bring more than fits, the rest of them is read without being
 * remembered, and the next document begins with another vocabulary.
 */
final class Vocabulary {
    static final int MOST_TAGS = 4096;
    static final int MOST_BYTES = 1 << 20;
    static final int MOST_SEAMS = 4096;

    private static final int MOST_SEAMS_OF_TAG = 4;

    private static final int MOST_NAMES = 16384;
    private static final int MOST_SCOPES = 1024;

    private record Expanded(String namespace, String local) {}

    private final Map<Expanded, Name> names = new HashMap<>();
    private final Tag[] buckets = new Tag[2 * MOST_TAGS];
    private final Tag document = documentTag();
    private final int generation;
    private int tags;
    private int bytes;
    private int seams;
    private int scopes;
    private boolean full;

    Vocabulary(int generation) {
        this.generation = generation;
    }

    private static Tag documentTag() {
        Scope scope = Scope.outermost();
        Tag.Written written =
                new Tag.Written(new Spelling(new byte[0]), new Spelling(new byte[0]), scope, scope, false, 0);
        return new Tag(written, new Name(-1, "", ""), "", new Name[0], new String[0]);
    }

    /** What stands around the root element. */
    Tag document() {
        return document;
    }

    /** Which one it is of those that its lexicon has had. */
    int generation() {
        return generation;
    }

    /** Whether the next document should begin with a new one. */
    boolean isFull() {
        return full;
    }

    /** Whether documents have brought more names or scopes than are kept apart. */
    boolean exhausted() {
        return names.size() > MOST_NAMES || scopes > MOST_SCOPES;
    }

    Scope declare(Scope scope, String prefix, String namespace) {
        Scope known = scope.declared(prefix, namespace);
        if (known != null) {
            return known;
        }
        scopes++;
        full |= scopes > MOST_SCOPES / 2;
        return scope.declare(prefix, namespace);
    }

    Name name(String namespace, String local) {
        full |= names.size() > MOST_NAMES / 2;
        return names.computeIfAbsent(
                new Expanded(namespace, local), key -> new Name(names.size(), key.namespace, key.local));
    }

    /** The tag that is written so under that scope, or null. */
    Tag find(byte[] in, int from, int to, Scope scope, int hash) {
        for (Tag tag = buckets[hash & buckets.length - 1]; tag != null; tag = tag.sameBucket) {
            if (tag.hash == hash
                    && tag.outer == scope
                    && tag.raw.length() == to - from
                    && tag.raw.stands(in, from, to)) {
                return tag;
            }
        }
        return null;
    }

    /** Whether a tag may have one more seam; counts it. */
    boolean admitsSeam(Tag tag) {
        int known = 0;
        for (Seam seam = tag.seams; seam != null; seam = seam.other) {
            known++;
        }
        if (known == MOST_SEAMS_OF_TAG || seams == MOST_SEAMS) {
            return false;
        }
        seams++;
        return true;
    }

    void add(Tag tag) {
        if (tags == MOST_TAGS || bytes + tag.raw.length() > MOST_BYTES) {
            full = true;
            return;
        }
        tags++;
        bytes += tag.raw.length();
        int bucket = tag.hash & buckets.length - 1;
        tag.sameBucket = buckets[bucket];
        buckets[bucket] = tag;
    }
}
