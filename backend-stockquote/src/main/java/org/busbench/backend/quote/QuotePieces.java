package org.busbench.backend.quote;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The encoded beginning of a {@code return} element, from {@code <return>} to {@code </volume>}, by the bytes of the
 * symbol as they stand in a message. Bounded: what does not fit is made anew each time. For one thread.
 */
final class QuotePieces {
    private static final int SLOTS = 8192;
    private static final int MOST_ENTRIES = SLOTS / 2;
    private static final int LONGEST_KEY = 64;

    private final byte[][] keys = new byte[SLOTS][];
    private final byte[][] pieces = new byte[SLOTS][];
    private int entries;

    /** Returns the piece for a symbol that stands in a message as plain UTF-8 without references. */
    byte[] of(byte[] message, int offset, int length) {
        int slot = hash(message, offset, length) & (SLOTS - 1);
        while (keys[slot] != null) {
            byte[] key = keys[slot];
            if (Arrays.equals(key, 0, key.length, message, offset, offset + length)) {
                return pieces[slot];
            }
            slot = (slot + 1) & (SLOTS - 1);
        }
        byte[] piece = encode(new String(message, offset, length, StandardCharsets.UTF_8));
        if (length <= LONGEST_KEY && entries < MOST_ENTRIES) {
            entries++;
            keys[slot] = Arrays.copyOfRange(message, offset, offset + length);
            pieces[slot] = piece;
        }
        return piece;
    }

    /** Encodes the piece of a symbol. */
    static byte[] encode(String symbol) {
        return Soap.utf8("<return>" + fields(Quote.of(symbol)));
    }

    /** Returns the elements of a quote in the order of the WSDL. */
    static String fields(Quote quote) {
        StringBuilder xml = new StringBuilder(512);
        quote.fields().forEach(field -> xml.append(Soap.element(field.name(), field.text())));
        return xml.toString();
    }

    private static int hash(byte[] message, int offset, int length) {
        int hash = 0x811c9dc5;
        int end = offset + Math.min(length, LONGEST_KEY);
        for (int i = offset; i < end; i++) {
            hash = (hash ^ message[i]) * 0x01000193;
        }
        return hash ^ (hash >>> 15);
    }
}
