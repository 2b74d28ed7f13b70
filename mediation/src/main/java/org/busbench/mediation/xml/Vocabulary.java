package org.busbench.mediation.xml;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Tags, names and scopes that a tokenizer has met. Bounded: when documents bring more than fits, the rest of the document is read without
 * being remembered, and the next document begins with an empty vocabulary.
 */
final class Vocabulary {
    static final int MOST_TAGS = 4096;
    static final int MOST_BYTES = 1 << 20;

    private static final int MOST_NAMES = 16384;
    private static final int MOST_SCOPES = 1024;

    private record Expanded(String namespace, String local) {}

    private final Map<Expanded, Name> names = new HashMap<>();
    private final Tag[] buckets = new Tag[2 * MOST_TAGS];
    private Tag document = documentTag();
    private int tags;
    private int bytes;
    private int scopes;
    private boolean full;
    private int generation;

    private static Tag documentTag() {
        Scope scope = Scope.outermost();
        Tag.Written written = new Tag.Written(new byte[0], new byte[0], scope, scope, false, 0);
        return new Tag(written, new Name(-1, "", ""), "", new Name[0], new String[0]);
    }

    /** What stands around the root element. */
    Tag document() {
        return document;
    }

    /** Counts how often everything was forgotten. */
    int generation() {
        return generation;
    }

    void forgetWhenFull() {
        if (!full) {
            return;
        }
        names.clear();
        Arrays.fill(buckets, null);
        document = documentTag();
        tags = 0;
        bytes = 0;
        scopes = 0;
        full = false;
        generation++;
    }

    /** Whether this document has brought more names or scopes than are kept apart. */
    boolean exhausted() {
        return names.size() > MOST_NAMES || scopes > MOST_SCOPES;
    }

    Scope declare(Scope scope, String prefix, String namespace) {
        Scope inner = scope.declare(prefix, namespace);
        if (inner != scope) {
            scopes++;
            full |= scopes > MOST_SCOPES / 2;
        }
        return inner;
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
                    && tag.raw.length == to - from
                    && Bytes.same(in, from, to, tag.raw)) {
                return tag;
            }
        }
        return null;
    }

    void add(Tag tag) {
        if (tags == MOST_TAGS || bytes + tag.raw.length > MOST_BYTES) {
            full = true;
            return;
        }
        tags++;
        bytes += tag.raw.length;
        int bucket = tag.hash & buckets.length - 1;
        tag.sameBucket = buckets[bucket];
        buckets[bucket] = tag;
    }
}
