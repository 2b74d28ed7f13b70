package org.busbench.mediation.xml;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The tags, attributes, names and namespace scopes that the tokenizers of one thread have met. A tag that one of them has read is known to all, so a further tokenizer
 * costs little. Bounded: when it is full, the next document begins with an empty {@link Generation}. Confined to its thread.
 */
public final class SymbolTable {
    private Generation current = new Generation(0);

    /** For a document that begins now. Documents under way keep the generation with which they began. */
    Generation current() {
        if (current.isFull()) {
            current = new Generation(current.number() + 1);
        }
        return current;
    }

    /**
     * Symbols that are kept and forgotten together. When a document brings more than fits, the rest of it is read without being remembered.
     */
    static final class Generation {
        static final int MOST_SYMBOLS = 4096;
        static final int MOST_BYTES = 1 << 20;
        static final int MOST_SEQUENCES = 4096;

        private static final int MOST_SEQUENCES_OF_TAG = 4;

        private static final int MOST_NAMES = 16384;
        private static final int MOST_SCOPES = 1024;

        /** Of symbols whose hashes collide, which a client can choose, the latest are known: a look costs no more than this. */
        static final int LONGEST_CHAIN = 16;

        /** Ordered, so that a map finds a name among many whose hashes collide without looking at all. */
        private record Expanded(String namespace, String local) implements Comparable<Expanded> {
            @Override
            public int compareTo(Expanded other) {
                int byLocal = local.compareTo(other.local);
                return byLocal != 0 ? byLocal : namespace.compareTo(other.namespace);
            }
        }

        private final Map<Expanded, Name> names = new HashMap<>();
        private final Symbol[] buckets = new Symbol[2 * MOST_SYMBOLS];
        private final WrittenAttribute[] latest = new WrittenAttribute[1 << SwarScanner.HASH_BITS];
        private final Tag[] latestTags = new Tag[1 << SwarScanner.HASH_BITS];
        private final Tag document = documentTag();
        private final int number;
        /** By the ids of names: the number of the tag that had such an attribute last. */
        private long[] lastTags = new long[64];

        private int latestPlace;
        private long tags;
        private int count;
        private int bytes;
        private int sequences;
        private int scopes;
        private boolean full;

        Generation(int number) {
            this.number = number;
        }

        private static Tag documentTag() {
            NamespaceScope scope = NamespaceScope.outermost();
            return new Tag(new byte[0], new BytePattern(new byte[0]), scope, scope, new Name(-1, "", ""), "");
        }

        /** A tag that stands for the document, around the root element. */
        Tag document() {
            return document;
        }

        int number() {
            return number;
        }

        /** Whether the next document should begin with a new one. */
        boolean isFull() {
            return full;
        }

        /** Whether documents have brought more names or scopes than are kept apart. */
        boolean exhausted() {
            return names.size() > MOST_NAMES || scopes > MOST_SCOPES;
        }

        NamespaceScope declare(NamespaceScope scope, String prefix, String namespace) {
            NamespaceScope known = scope.declared(prefix, namespace);
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

        /** The tag that is written so under that scope with that one inside, or null. */
        Tag tag(byte[] in, int from, int to, NamespaceScope outer, NamespaceScope inner) {
            int hash = Tag.hash(in, from, to, outer, inner);
            for (Symbol symbol = bucket(hash); symbol != null; symbol = symbol.sameBucket) {
                if (symbol.is(in, from, to, hash)
                        && symbol instanceof Tag found
                        && found.outer == outer
                        && found.inner == inner) {
                    return found;
                }
            }
            return null;
        }

        /** The attribute that is written so, or null. */
        WrittenAttribute attribute(byte[] in, int from, int to) {
            int hash = SwarScanner.hash(in, from, to);
            for (Symbol symbol = bucket(hash); symbol != null; symbol = symbol.sameBucket) {
                if (symbol.is(in, from, to, hash) && symbol instanceof WrittenAttribute found) {
                    return found;
                }
            }
            return null;
        }

        /** The attribute that stands there if it is the one that was found last of those which begin alike; else null. */
        WrittenAttribute latest(byte[] in, int at, int limit) {
            if (in.length - at < Long.BYTES) {
                return null;
            }
            WrittenAttribute found = latest[SwarScanner.attributeHash(SwarScanner.word(in, at))];
            return found != null && found.matches(in, at, limit) ? found : null;
        }

        /** Remembers the attribute that was found last. */
        void latest(WrittenAttribute attribute) {
            latest[attribute.beginning] = attribute;
        }

        /** The tag that stands there if it is the one that was found last of those which begin alike; else null. */
        Tag latestTag(byte[] in, int at, int limit, NamespaceScope outer) {
            if (in.length - at < SwarScanner.TAG_BEGINNING) {
                return null;
            }
            latestPlace = SwarScanner.tagHash(in, at, outer.hash);
            Tag found = latestTags[latestPlace];
            return found != null && found.isAt(in, at, limit, outer) ? found : null;
        }

        /** Remembers the tag that stands where {@link #latestTag(byte[], int, int, NamespaceScope)} was asked for it last. */
        void latestTag(Tag tag) {
            latestTags[latestPlace] = tag;
        }

        private Symbol bucket(int hash) {
            return buckets[hash & buckets.length - 1];
        }

        /** The attributes of another tag follow. */
        void beginTag() {
            tags++;
        }

        /** Whether the tag has no attribute of that name yet; then it has. */
        boolean isFirstInTag(Name name) {
            if (name.id() >= lastTags.length) {
                lastTags = Arrays.copyOf(lastTags, Math.max(2 * lastTags.length, name.id() + 1));
            }
            boolean first = lastTags[name.id()] != tags;
            lastTags[name.id()] = tags;
            return first;
        }

        /** Whether a tag may keep one more sequence; counts it. */
        boolean admitsSequence(Tag tag) {
            int known = 0;
            for (TagSequence sequence = tag.sequences; sequence != null; sequence = sequence.other) {
                known++;
            }
            if (known == MOST_SEQUENCES_OF_TAG || sequences == MOST_SEQUENCES) {
                return false;
            }
            sequences++;
            return true;
        }

        void add(Symbol symbol) {
            if (count == MOST_SYMBOLS || bytes + symbol.length() > MOST_BYTES) {
                full = true;
                return;
            }
            count++;
            bytes += symbol.length();
            int bucket = symbol.hash & buckets.length - 1;
            symbol.sameBucket = buckets[bucket];
            buckets[bucket] = symbol;
            Symbol last = symbol;
            for (int i = 1; i < LONGEST_CHAIN && last != null; i++) {
                last = last.sameBucket;
            }
            if (last != null) {
                last.sameBucket = null;
            }
        }
    }
}
