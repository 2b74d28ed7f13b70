package org.busbench.backend.quote;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers a getQuote directly from its bytes when the strict parser has accepted a message with the same envelope before, and
 * declines every other message.
 *
 * <p>Guarantee: {@link StrictParser} accepts every message that is answered here, and its answer is the same. Within the
 * envelope the tags are compared with those of the schema. For one thread.
 */
final class FastParser {
    private final ReplyWriter writer;
    /** Those that came last: a system under test writes few. */
    private final Envelope[] envelopes = new Envelope[8];

    private int learned;
    private RequestTags tags = RequestTags.of("");
    private int nonceOffset;
    private int nonceLength;

    FastParser(ReplyWriter writer) {
        this.writer = writer;
    }

    private record Envelope(KnownEnvelope bytes, RequestTags tags) {}

    /** Answers the message and returns true. Returns false when it declines; the reply's content then has no meaning. */
    boolean answer(byte[] message, int offset, int length, Reply reply) {
        int end = offset + length;
        for (Envelope known : envelopes) {
            if (known != null && known.bytes.beginsAt(message, offset, end)) {
                tags = known.tags;
                int at = requests(message, offset + known.bytes.head().length, end, reply);
                if (at >= 0 && known.bytes.endsWith(message, at, end)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Takes note of a message in UTF-8 that the strict parser has accepted as a getQuote. */
    void learn(byte[] message, int offset, int length) {
        KnownEnvelope head = KnownEnvelope.headOf(message, offset, length);
        if (head == null) {
            return;
        }
        tags = RequestTags.of(head.prefix());
        int end = offset + length;
        int at = requests(message, offset + head.head().length, end, new Reply());
        KnownEnvelope whole = at < 0 ? null : head.endingWith(Arrays.copyOfRange(message, at, end));
        if (whole != null) {
            envelopes[learned++ % envelopes.length] = new Envelope(whole, tags);
        }
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
        for (int from = tags.request().contentOf(message, at, end);
                from >= 0;
                from = tags.request().contentOf(message, at, end)) {
            if (count > 0) {
                writer.endQuote(reply);
            }
            at = request(message, from, end, reply, count++ == 0);
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
        for (int i = 0; i < tags.children().size(); i++) {
            RequestTags.Tag child = tags.children().get(i);
            int from = child.contentOf(message, at, end);
            if (from < 0) {
                continue;
            }
            int to = TextScanner.endOf(message, from, end);
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
            at = TextScanner.skipBlank(message, to + child.close().length, end);
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
        return at + tags.request().close().length;
    }

    /** The tags that a request element and its children must have under one prefix. */
    private record RequestTags(Tag request, List<Tag> children) {
        /** The use of an element's text. */
        enum Use {
            /** The answer repeats it; it selects the quote. */
            SYMBOL,
            /** The answer repeats it. */
            REF,
            NUMBER,
            /** The text is not used. */
            IGNORE
        }

        /** Makes the tags for a prefix with its colon; the empty one stands for the default namespace. */
        static RequestTags of(String prefix) {
            return new RequestTags(
                    Tag.of(prefix + "request", Use.IGNORE, StrictParser.REQUEST_ATTRIBUTES),
                    StrictParser.REQUEST_CHILDREN.stream()
                            .map(name -> Tag.of(prefix + name, use(name), List.of()))
                            .toList());
        }

        private static Use use(String name) {
            return switch (name) {
                case "symbol" -> Use.SYMBOL;
                case "ref" -> Use.REF;
                case "quantity" -> Use.NUMBER;
                default -> Use.IGNORE;
            };
        }

        /**
         * The tags of one element, and the use of its text.
         *
         * @param attributes each from the space before its name to the quote before its value
         */
        @SuppressWarnings("ArrayRecordComponent") // never compared
        record Tag(byte[] open, List<byte[]> attributes, byte[] close, Use use) {
            private static final int MOST_DIGITS = 9;

            static Tag of(String name, Use use, List<String> attributes) {
                List<byte[]> beginnings = attributes.stream()
                        .map(attribute -> Soap.utf8(' ' + attribute + "=\""))
                        .toList();
                return new Tag(Soap.utf8('<' + name), beginnings, Soap.utf8("</" + name + '>'), use);
            }

            /** Returns the position after the start tag, with attributes in the order of the schema only; -1 where none stands. */
            int contentOf(byte[] message, int at, int end) {
                if (!matches(open, message, at, end)) {
                    return -1;
                }
                int next = at + open.length;
                for (byte[] attribute : attributes) {
                    if (matches(attribute, message, next, end)) {
                        next = TextScanner.afterValue(message, next + attribute.length, end);
                    }
                }
                return next < end && message[next] == '>' ? next + 1 : -1;
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

    /**
     * The surroundings of the request elements of a getQuote that {@link StrictParser} has accepted: all bytes before the first of
     * them, and all bytes behind the last. A message that has the same ones around other request elements is as well-formed, and
     * its prefixes mean the same.
     *
     * @param head ends where the first request element begins
     * @param tail begins behind the last request element and the blanks that follow it
     * @param prefix of the request elements, with its colon; empty for the default namespace
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record KnownEnvelope(byte[] head, byte[] tail, String prefix) {
        /** Anything else could mean another encoding, or other rules for characters. */
        private static final Pattern DECLARATION = Pattern.compile("<\\?xml version=(\"1\\.0\"|'1\\.0')"
                + "( encoding=[\"'](UTF|utf)-8[\"'])?( standalone=[\"'](yes|no)[\"'])?\\?>");

        private static final Pattern LAST_TAG =
                Pattern.compile("<((?:[\\w.-]+:)?getQuote)(?:[ \\t\\n\\r][^<>]*)?(?<!/)>[ \\t\\n\\r]*");

        private static final Pattern TAIL = Pattern.compile(
                "</((?:[\\w.-]+:)?getQuote)>[ \\t\\n\\r]*</(?:[\\w.-]+:)?Body>[ \\t\\n\\r]*</(?:[\\w.-]+:)?Envelope>[ \\t\\n\\r]*");

        private static final Pattern FIRST_REQUEST = Pattern.compile("<((?:[A-Za-z_][\\w.-]*:)?)request[ >]");

        /** The envelope of a message up to its first request element, still without its tail; null where it is not plain. */
        static KnownEnvelope headOf(byte[] message, int offset, int length) {
            String text = new String(message, offset, length, ISO_8859_1);
            Matcher request = FIRST_REQUEST.matcher(text);
            return request.find() && openedBy(text.substring(0, request.start())) != null
                    ? new KnownEnvelope(
                            Arrays.copyOfRange(message, offset, offset + request.start()),
                            new byte[0],
                            request.group(1))
                    : null;
        }

        /**
         * The name of getQuote, where its start tag is the last of a head of ASCII alone, without comment, CDATA, instruction and
         * DTD; null elsewhere.
         */
        private static String openedBy(String head) {
            Matcher declaration = DECLARATION.matcher(head);
            int begin = declaration.lookingAt() ? declaration.end() : 0;
            boolean plain = head.indexOf("<!") < 0
                    && head.indexOf("<?", begin) < 0
                    && head.chars().allMatch(c -> c < 0x80);
            Matcher last = LAST_TAG.matcher(head.substring(Math.max(0, head.lastIndexOf('<'))));
            return plain && last.matches() ? last.group(1) : null;
        }

        /**
         * The same with what follows the last request element; null where that is not plain. What it ends is the getQuote of the
         * body, since the strict parser has seen one there.
         */
        KnownEnvelope endingWith(byte[] rest) {
            Matcher ends = TAIL.matcher(new String(rest, ISO_8859_1));
            return ends.matches() && ends.group(1).equals(openedBy(new String(head, ISO_8859_1)))
                    ? new KnownEnvelope(head, rest, prefix)
                    : null;
        }

        boolean beginsAt(byte[] message, int offset, int end) {
            return end - offset >= head.length
                    && Arrays.equals(head, 0, head.length, message, offset, offset + head.length);
        }

        boolean endsWith(byte[] message, int from, int end) {
            return Arrays.equals(tail, 0, tail.length, message, from, end);
        }
    }
}
