package org.busbench.backend.quote;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The tags that a request element and its children must have under one prefix. */
final class RequestTags {
    private final byte[] prefix;
    private final Tag request;
    private final List<Tag> children;

    /** What becomes of an element's text. */
    enum Use {
        /** It comes back in the answer and says which one. */
        SYMBOL,
        /** It comes back in the answer. */
        REF,
        /** It must be a number. */
        NUMBER,
        /** Nothing. */
        IGNORE
    }

    /** Makes the tags for a prefix; the empty one stands for the default namespace. */
    RequestTags(byte[] prefix) {
        String dressed = prefix.length == 0 ? "" : new String(prefix, StandardCharsets.US_ASCII) + ":";
        this.prefix = prefix.clone();
        this.request = new Tag(dressed + "request", Use.IGNORE);
        this.children = CallReader.REQUEST_CHILDREN.stream()
                .map(name -> new Tag(dressed + name, use(name)))
                .toList();
    }

    boolean areFor(byte[] otherPrefix) {
        return Arrays.equals(prefix, otherPrefix);
    }

    Tag request() {
        return request;
    }

    int childCount() {
        return children.size();
    }

    Tag child(int index) {
        return children.get(index);
    }

    private static Use use(String name) {
        return switch (name) {
            case "symbol" -> Use.SYMBOL;
            case "ref" -> Use.REF;
            case "quantity" -> Use.NUMBER;
            default -> Use.IGNORE;
        };
    }

    /** One element's tags, and what its text is for. */
    static final class Tag {
        private static final int MOST_DIGITS = 9;

        private final byte[] open;
        private final byte[] close;
        private final Use use;

        Tag(String name, Use use) {
            this.open = Soap.utf8('<' + name + '>');
            this.close = Soap.utf8("</" + name + '>');
            this.use = use;
        }

        int openLength() {
            return open.length;
        }

        int closeLength() {
            return close.length;
        }

        Use use() {
            return use;
        }

        boolean isEchoed() {
            return use == Use.SYMBOL || use == Use.REF;
        }

        boolean opensAt(byte[] message, int at, int end) {
            return matches(open, message, at, end);
        }

        boolean closesAt(byte[] message, int at, int end) {
            return matches(close, message, at, end);
        }

        /** Tells whether the text is fit: a number must have one to nine digits and nothing else. */
        boolean accepts(byte[] message, int from, int to) {
            if (use != Use.NUMBER) {
                return true;
            }
            for (int i = from; i < to; i++) {
                if (message[i] < '0' || message[i] > '9') {
                    return false;
                }
            }
            return to > from && to - from <= MOST_DIGITS;
        }

        private static boolean matches(byte[] tag, byte[] message, int at, int end) {
            return end - at >= tag.length && Arrays.equals(tag, 0, tag.length, message, at, at + tag.length);
        }
    }
}
