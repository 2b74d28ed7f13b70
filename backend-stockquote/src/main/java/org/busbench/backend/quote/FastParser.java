package org.busbench.backend.quote;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Answers a plain getQuote directly from its bytes, and declines every other message.
 *
 * <p>Guarantee: {@link StrictParser} accepts every message that is answered here, and its answer is the same. Plain means: UTF-8,
 * no comment, CDATA, processing instruction or DTD, ASCII names, namespace declarations only down to the getQuote
 * element, no other attribute, no header content. Within {@code request} the tags are compared with those of the
 * schema. For one thread.
 */
final class FastParser {
    private final ReplyWriter writer;
    private final TextScanner text = new TextScanner();
    private RequestTags tags = new RequestTags(new byte[0]);
    private int nonceOffset;
    private int nonceLength;

    FastParser(ReplyWriter writer) {
        this.writer = writer;
    }

    /** Answers the message and returns true. Returns false when it declines; the reply's content then has no meaning. */
    boolean answer(byte[] message, int offset, int length, Reply reply) {
        EnvelopeScanner head = new EnvelopeScanner(message, offset, offset + length);
        if (!head.read()) {
            return false;
        }
        if (!tags.areFor(head.samplesPrefix())) {
            tags = new RequestTags(head.samplesPrefix());
        }
        int at = requests(message, head.position(), offset + length, reply);
        return at >= 0 && head.readTail(at);
    }

    /** Tells whether the first request of the message that was answered last had a {@code ref}. */
    boolean hasNonce() {
        return nonceOffset >= 0;
    }

    /** Returns where in the message that one begins. */
    int nonceOffset() {
        return nonceOffset;
    }

    /** Returns how many bytes that one has. */
    int nonceLength() {
        return nonceLength;
    }

    private int requests(byte[] message, int begin, int end, Reply reply) {
        writer.beginQuotes(reply);
        int at = TextScanner.skipBlank(message, begin, end);
        int count = 0;
        while (tags.request().opensAt(message, at, end)) {
            if (count > 0) {
                writer.endQuote(reply);
            }
            at = request(message, at + tags.request().openLength(), end, reply, count++ == 0);
            if (at < 0) {
                return -1;
            }
            at = TextScanner.skipBlank(message, at, end);
        }
        if (count == 0) {
            return -1;
        }
        writer.endQuotes(reply);
        return at;
    }

    /** Reads one request element's content and end tag; returns the position after it, or -1. */
    private int request(byte[] message, int begin, int end, Reply reply, boolean first) {
        int at = TextScanner.skipBlank(message, begin, end);
        int symbol = -1;
        int symbolLength = 0;
        int ref = -1;
        int refLength = 0;
        for (int i = 0; i < tags.childCount(); i++) {
            RequestTags.Tag child = tags.child(i);
            if (!child.opensAt(message, at, end)) {
                continue;
            }
            int from = at + child.openLength();
            int to = child.isEchoed() ? text.echoable(message, from, end) : text.endOf(message, from, end);
            if (to < 0 || !child.closesAt(message, to, end) || !child.accepts(message, from, to)) {
                return -1;
            }
            if (child.use() == RequestTags.Use.SYMBOL) {
                symbol = from;
                symbolLength = to - from;
            } else if (child.use() == RequestTags.Use.REF) {
                ref = from;
                refLength = to - from;
            }
            at = TextScanner.skipBlank(message, to + child.closeLength(), end);
            if (symbolLength == 0) {
                return -1;
            }
        }
        if (symbol < 0 || !tags.request().closesAt(message, at, end)) {
            return -1;
        }
        if (first) {
            nonceOffset = ref;
            nonceLength = refLength;
        }
        writer.quote(reply, message, symbol, symbolLength, ref, refLength);
        return at + tags.request().closeLength();
    }

    /** The tags that a request element and its children must have under one prefix. */
    private static final class RequestTags {
        private final byte[] prefix;
        private final Tag request;
        private final List<Tag> children;

        /** The use of an element's text. */
        enum Use {
            /** The answer repeats it; it selects the quote. */
            SYMBOL,
            /** The answer repeats it. */
            REF,
            /** The text must be a number. */
            NUMBER,
            /** The text is not used. */
            IGNORE
        }

        /** Makes the tags for a prefix; the empty one stands for the default namespace. */
        RequestTags(byte[] prefix) {
            String qualified = prefix.length == 0 ? "" : new String(prefix, StandardCharsets.US_ASCII) + ":";
            this.prefix = prefix.clone();
            this.request = new Tag(qualified + "request", Use.IGNORE);
            this.children = StrictParser.REQUEST_CHILDREN.stream()
                    .map(name -> new Tag(qualified + name, use(name)))
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

        /** The tags of one element, and the use of its text. */
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
}
