package org.busbench.mediation.xml;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A document that arrives in pieces: each time in another array, at another place in it, and with bytes behind that do not belong to it, as in buffers
 * that were used before.
 */
final class Pieces {
    private static final byte[] LEFT_OVER =
            "</a></m:symbol>&lt;]]>\u0000\u00ff<b c='1'/>x".getBytes(StandardCharsets.UTF_8);

    private final byte[] document;
    private final List<Integer> ends;
    private int piece;
    private byte[] window;

    Pieces(byte[] document, List<Integer> cuts) {
        this.document = document;
        this.ends = new ArrayList<>(cuts);
        ends.add(document.length);
    }

    /** Starts the tokenizer on the first piece; returns the array that holds it. */
    byte[] begin(Tokenizer tokenizer) {
        window = window();
        tokenizer.start(window, 0, ends.get(0));
        return window;
    }

    /** Gives it the next piece, or says that there is none; returns the array that it reads now. */
    byte[] more(Tokenizer tokenizer) {
        if (piece + 1 == ends.size()) {
            tokenizer.complete();
            return window;
        }
        piece++;
        window = window();
        tokenizer.grow(window, shift(), shift() + ends.get(piece));
        return window;
    }

    private int shift() {
        return piece % 11;
    }

    private byte[] window() {
        int slack = (piece + document.length) % LEFT_OVER.length;
        byte[] made = new byte[shift() + ends.get(piece) + slack];
        System.arraycopy(document, 0, made, shift(), ends.get(piece));
        System.arraycopy(LEFT_OVER, 0, made, made.length - slack, slack);
        return made;
    }
}
