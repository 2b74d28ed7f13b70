package org.busbench.mediation.xml;

import java.util.ArrayList;
import java.util.List;

/** Where a tokenizer found elements to begin and end, read in full or with elements skipped. */
final class Trail {
    private Trail() {}

    /** All of it, with {@code odd} as the last when the document is. */
    static List<String> whole(Tokenizer tokenizer, byte[] document, List<Integer> cuts) {
        return read(tokenizer, document, cuts, Integer.MAX_VALUE);
    }

    /** Without what is inside of elements at a depth, which are skipped. */
    static List<String> skipping(Tokenizer tokenizer, byte[] document, List<Integer> cuts, int depth) {
        return read(tokenizer, document, cuts, depth);
    }

    /** What is left of a whole one without what is inside of elements at a depth. */
    static List<String> cut(List<String> whole, int depth) {
        return whole.stream()
                .filter(entry -> entry.equals("odd") || Integer.parseInt(entry.split(" ")[1]) <= depth)
                .toList();
    }

    private static List<String> read(Tokenizer tokenizer, byte[] document, List<Integer> cuts, int skipped) {
        List<String> trail = new ArrayList<>();
        Pieces pieces = new Pieces(document, cuts);
        pieces.begin(tokenizer);
        boolean skipping = false;
        while (true) {
            Token token = skipping ? tokenizer.skip(skipped - 1) : tokenizer.next();
            if (token == Token.END_DOCUMENT) {
                return trail;
            }
            if (token == Token.ODD) {
                trail.add("odd");
                return trail;
            }
            if (token == Token.NEED_MORE) {
                pieces.more(tokenizer);
                continue;
            }
            if (token == Token.START || token == Token.END) {
                int depth = tokenizer.depth() + (token == Token.END ? 1 : 0);
                trail.add(token + " " + depth + " " + tokenizer.tag().name() + " " + tokenizer.bytesRead());
            }
            skipping = token == Token.START && tokenizer.depth() == skipped;
        }
    }
}
