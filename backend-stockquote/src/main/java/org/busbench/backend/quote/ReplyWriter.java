package org.busbench.backend.quote;

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

    private final QuotePieces pieces = new QuotePieces();
    private final byte[] servedBy;
    private final Padding padding;

    ReplyWriter(String instance, int responseBytes) {
        servedBy = Soap.utf8(Soap.element("servedBy", instance));
        padding = new Padding(responseBytes, RETURN_CLOSE.length + QUOTES_CLOSE.length);
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

    /** Ends the message after the last quote, which has not been ended: it may get a note that fills it up. */
    void endQuotes(Reply reply) {
        padding.fill(reply);
        reply.append(RETURN_CLOSE);
        reply.append(QUOTES_CLOSE);
    }

    void write(Reply reply, Call call) {
        if (call instanceof Call.GetQuote getQuote) {
            writeQuotes(reply, getQuote.wanted());
        } else if (call instanceof Call.GetFullQuote getFullQuote) {
            writeHistory(reply, getFullQuote.symbol());
        } else if (call instanceof Call.GetMarketActivity activity) {
            writeActivity(reply, activity.symbols());
        } else {
            reply.begin(202);
        }
    }

    /** Writes a SOAP fault that says that the client is at fault. */
    void fault(Reply reply, String why) {
        reply.begin(500);
        reply.append(Soap.utf8(Soap.OPEN + "<soapenv:Fault><faultcode>soapenv:Client</faultcode>"
                + Soap.element("faultstring", Soap.withoutIllegal(why)) + "</soapenv:Fault>" + Soap.CLOSE));
    }

    private void writeQuotes(Reply reply, List<Call.Wanted> wanted) {
        beginQuotes(reply);
        for (int i = 0; i < wanted.size(); i++) {
            if (i > 0) {
                endQuote(reply);
            }
            reply.append(QuotePieces.encode(wanted.get(i).symbol()));
            String ref = wanted.get(i).ref();
            reply.append(ref == null ? new byte[0] : Soap.utf8(Soap.element("ref", ref)));
            reply.append(servedBy);
        }
        endQuotes(reply);
    }

    private void writeHistory(Reply reply, String symbol) {
        StringBuilder xml = new StringBuilder(Soap.OPEN)
                .append("<getFullQuoteResponse xmlns=\"")
                .append(Soap.NAMESPACE)
                .append("\"><return>");
        for (int day = 0; day < HISTORY_DAYS; day++) {
            xml.append("<tradeHistory>")
                    .append(Soap.element("day", Integer.toString(day)))
                    .append("<quote>")
                    .append(QuotePieces.fields(Quote.of(symbol, day)))
                    .append("</quote></tradeHistory>");
        }
        reply.begin(200);
        reply.append(Soap.utf8(xml.append("</return></getFullQuoteResponse>")
                .append(Soap.CLOSE)
                .toString()));
    }

    private void writeActivity(Reply reply, List<String> symbols) {
        StringBuilder xml = new StringBuilder(Soap.OPEN)
                .append("<getMarketActivityResponse xmlns=\"")
                .append(Soap.NAMESPACE)
                .append("\"><return>");
        for (String symbol : symbols) {
            xml.append("<quotes>").append(QuotePieces.fields(Quote.of(symbol))).append("</quotes>");
        }
        reply.begin(200);
        reply.append(Soap.utf8(xml.append("</return></getMarketActivityResponse>")
                .append(Soap.CLOSE)
                .toString()));
    }
}
