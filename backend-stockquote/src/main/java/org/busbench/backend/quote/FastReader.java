package org.busbench.backend.quote;

/**
 * Answers the plain form of a getQuote straight from its bytes, and declines everything else.
 *
 * <p>Guarantee: what is answered here, {@link StrictReader} would accept, and the answer is the same. Plain means: UTF-8,
 * no comment, CDATA, processing instruction or DTD, ASCII names, namespace declarations only down to the getQuote
 * element, no other attribute, no header content. Within {@code request} the tags are compared with the ones that the
 * schema foretells. For one thread.
 */
final class FastReader {
    private final ReplyWriter writer;
    private final PlainText text = new PlainText();
    private RequestTags tags = new RequestTags(new byte[0]);
    private int nonceOffset;
    private int nonceLength;

    FastReader(ReplyWriter writer) {
        this.writer = writer;
    }

    /** Answers the message and returns true, or returns false: then the reply's content means nothing. */
    boolean answer(byte[] message, int offset, int length, Reply reply) {
        PlainHead head = new PlainHead(message, offset, offset + length);
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
        int at = PlainText.skipBlank(message, begin, end);
        int count = 0;
        while (tags.request().opensAt(message, at, end)) {
            if (count > 0) {
                writer.endQuote(reply);
            }
            at = request(message, at + tags.request().openLength(), end, reply, count++ == 0);
            if (at < 0) {
                return -1;
            }
            at = PlainText.skipBlank(message, at, end);
        }
        if (count == 0) {
            return -1;
        }
        writer.endQuotes(reply);
        return at;
    }

    /** Reads one request element's content and end tag; returns the position after it, or -1. */
    private int request(byte[] message, int begin, int end, Reply reply, boolean first) {
        int at = PlainText.skipBlank(message, begin, end);
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
            at = PlainText.skipBlank(message, to + child.closeLength(), end);
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
}
