package org.busbench.mediation.xml;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** Where a tokenizer found elements to begin and end, read in full or with elements skipped. */
final class Trail {
    /** The document was found odd. */
    static final Stop ODD = new Stop(Token.REJECTED, 0, "", 0);

    private Trail() {}

    /** A tag: which, of an element how deep, and after how many bytes. */
    record Stop(Token token, int depth, String name, int bytesRead) {}

    /** All of it, with {@link #ODD} as the last when the document is. */
    static List<Stop> whole(Tokenizer tokenizer, byte[] document, List<Integer> cuts) {
        return read(tokenizer, document, cuts, trail -> tokenizer.next());
    }

    /** Without what is inside of elements at a depth, which are skipped. */
    static List<Stop> skipping(Tokenizer tokenizer, byte[] document, List<Integer> cuts, int depth) {
        return passing(tokenizer, document, cuts, depth, NameSet.ALL);
    }

    /** What is left of a whole one without what is inside of elements at a depth. */
    static List<Stop> cut(List<Stop> whole, int depth) {
        return whole.stream().filter(stop -> stop.depth() <= depth).toList();
    }

    /** Without the children of elements at a depth whose names are ignorable, and what is inside of those. */
    static List<Stop> passing(Tokenizer tokenizer, byte[] document, List<Integer> cuts, int depth, NameSet ignorable) {
        return read(
                tokenizer,
                document,
                cuts,
                trail -> open(trail) == depth ? tokenizer.skip(depth - 1, ignorable) : tokenizer.next());
    }

    /** What is left of a whole one without children whose names are ignorable. */
    static List<Stop> cut(List<Stop> whole, int depth, Predicate<String> isIgnorable) {
        List<Stop> left = new ArrayList<>();
        boolean hidden = false;
        for (Stop stop : whole) {
            if (stop.depth() <= depth + 1) {
                hidden = stop.depth() == depth + 1 && isIgnorable.test(stop.name());
            }
            if (!hidden) {
                left.add(stop);
            }
        }
        return left;
    }

    /** All of it, with elements that hold nothing but a text read at once wherever they may be. */
    static List<Stop> leaping(Tokenizer tokenizer, byte[] document, List<Integer> cuts) {
        return read(tokenizer, document, cuts, trail -> {
            TextElements leaves = new TextElements();
            tokenizer.read(leaves);
            int depth = tokenizer.depth() + 1;
            int read = tokenizer.bytesRead();
            for (int i = leaves.count() - 1, at = trail.size(); i >= 0; i--) {
                String name = leaves.tag(i).name().toString();
                trail.add(at, new Stop(Token.END, depth, name, read));
                read -= leaves.tag(i).endTag().length + leaves.to(i) - leaves.from(i);
                trail.add(at, new Stop(Token.START, depth, name, read));
                read -= leaves.from(i) - leaves.tagFrom(i);
            }
            return tokenizer.next();
        });
    }

    /** How many elements are open behind the last stop. */
    private static int open(List<Stop> trail) {
        if (trail.isEmpty()) {
            return 0;
        }
        Stop last = trail.get(trail.size() - 1);
        return last.token() == Token.END ? last.depth() - 1 : last.depth();
    }

    private static List<Stop> read(
            Tokenizer tokenizer, byte[] document, List<Integer> cuts, Function<List<Stop>, Token> next) {
        List<Stop> trail = new ArrayList<>();
        Pieces pieces = new Pieces(document, cuts);
        pieces.begin(tokenizer);
        while (true) {
            Token token = next.apply(trail);
            if (token == Token.END_DOCUMENT) {
                return trail;
            }
            if (token == Token.REJECTED) {
                trail.add(ODD);
                return trail;
            }
            if (token == Token.NEED_MORE) {
                pieces.more(tokenizer);
            } else if (token == Token.START || token == Token.END) {
                int depth = tokenizer.depth() + (token == Token.END ? 1 : 0);
                trail.add(new Stop(token, depth, tokenizer.tag().name().toString(), tokenizer.bytesRead()));
            }
        }
    }
}
