package org.busbench.backend.quote;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Writes the answers of one instance. For one thread, because of its cache. */
final class ReplyWriter {
    private static final int HISTORY_DAYS = 250;

    private static final byte[] QUOTES_OPEN =
            Soap.utf8(Soap.OPEN + "<getQuoteResponse xmlns=\"" + Soap.NAMESPACE + "\">");
    private static final byte[] QUOTES_CLOSE = Soap.utf8("</getQuoteResponse>" + Soap.CLOSE);
    private static final byte[] REF_OPEN = Soap.utf8("<ref>");
    private static final byte[] REF_CLOSE = Soap.utf8("</ref>");
    private static final byte[] RETURN_CLOSE = Soap.utf8("</return>");

    private final QuoteCache pieces = new QuoteCache();
    private final byte[] servedBy;

    ReplyWriter(String instance) {
        servedBy = Soap.utf8(Soap.element("servedBy", instance));
    }

    void beginQuotes(Reply reply) {
        reply.begin(200);
        reply.append(QUOTES_OPEN);
    }

    /** Appends the answer to one request element, whose texts stand plain in a message; refOffset -1: none. */
    void quote(Reply reply, byte[] message, int symbol, int symbolLength, int refOffset, int refLength) {
        reply.append(pieces.of(message, symbol, symbolLength));
        if (refOffset >= 0) {
            reply.append(REF_OPEN);
            reply.append(message, refOffset, refLength);
            reply.append(REF_CLOSE);
        }
        reply.append(servedBy);
    }

    void endQuote(Reply reply) {
        reply.append(RETURN_CLOSE);
    }

    /** Ends the message after the last quote, which has not been ended. */
    void endQuotes(Reply reply) {
        reply.append(RETURN_CLOSE);
        reply.append(QUOTES_CLOSE);
    }

    void write(Reply reply, Operation operation) {
        if (operation instanceof Operation.GetQuote getQuote) {
            writeQuotes(reply, getQuote.requests());
        } else if (operation instanceof Operation.GetFullQuote getFullQuote) {
            writeHistory(reply, getFullQuote.symbol());
        } else if (operation instanceof Operation.GetMarketActivity activity) {
            writeActivity(reply, activity.symbols());
        } else {
            reply.begin(202);
        }
    }

    void fault(Reply reply, String why) {
        reply.begin(500);
        reply.append(Soap.utf8(Soap.OPEN + "<soapenv:Fault><faultcode>soapenv:Client</faultcode>"
                + Soap.element("faultstring", Soap.withoutIllegal(why)) + "</soapenv:Fault>" + Soap.CLOSE));
    }

    private void writeQuotes(Reply reply, List<Operation.QuoteRequest> wanted) {
        beginQuotes(reply);
        for (int i = 0; i < wanted.size(); i++) {
            if (i > 0) {
                endQuote(reply);
            }
            reply.append(QuoteCache.encode(wanted.get(i).symbol()));
            String ref = wanted.get(i).ref();
            reply.append(ref == null ? new byte[0] : Soap.utf8(Soap.element("ref", ref)));
            reply.append(servedBy);
        }
        endQuotes(reply);
    }

    private static void writeHistory(Reply reply, String symbol) {
        StringBuilder xml = new StringBuilder();
        for (int day = 0; day < HISTORY_DAYS; day++) {
            xml.append("<tradeHistory>")
                    .append(Soap.element("day", Integer.toString(day)))
                    .append("<quote>")
                    .append(QuoteCache.fields(Quote.of(symbol, day)))
                    .append("</quote></tradeHistory>");
        }
        writeReturn(reply, "getFullQuoteResponse", xml);
    }

    private static void writeActivity(Reply reply, List<String> symbols) {
        StringBuilder xml = new StringBuilder();
        for (String symbol : symbols) {
            xml.append("<quotes>").append(QuoteCache.fields(Quote.of(symbol))).append("</quotes>");
        }
        writeReturn(reply, "getMarketActivityResponse", xml);
    }

    private static void writeReturn(Reply reply, String element, CharSequence content) {
        reply.begin(200);
        reply.append(Soap.utf8(Soap.OPEN + "<" + element + " xmlns=\"" + Soap.NAMESPACE + "\"><return>" + content
                + "</return></" + element + ">" + Soap.CLOSE));
    }

    /**
     * The encoded beginning of a {@code return} element, from {@code <return>} to {@code </volume>}, by the bytes of the
     * symbol as they stand in a message. Bounded: what does not fit is made anew each time. For one thread.
     */
    static final class QuoteCache {
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
}
