package org.busbench.backend.quote;

/** Answers messages for one instance on one thread: the fast reader first, the strict one where it declines. */
public final class Responder {
    private final StockQuoteService service;
    private final StrictReader strict;
    private final FastReader fast;
    private final ReplyWriter writer;

    Responder(StockQuoteService service, StrictReader strict) {
        this.service = service;
        this.strict = strict;
        this.writer = new ReplyWriter(service.instance(), service.responseBytes());
        this.fast = new FastReader(writer);
    }

    /**
     * Answers one message, and counts it.
     *
     * @param message holds the message
     * @param offset where it begins
     * @param length how long it is
     * @param charset the encoding that the transport states, or null when it does not
     * @param reply takes the answer
     * @return the operation's name; null when the message was refused
     */
    public String answer(byte[] message, int offset, int length, String charset, Reply reply) {
        service.counters().received();
        if ((charset == null || charset.equalsIgnoreCase("UTF-8")) && fast.answer(message, offset, length, reply)) {
            service.counters().answered();
            return "getQuote";
        }
        return answerStrictly(message, offset, length, charset, reply);
    }

    private String answerStrictly(byte[] message, int offset, int length, String charset, Reply reply) {
        try {
            Call call = strict.read(message, offset, length, charset);
            writer.write(reply, call);
            service.counters().answered();
            return call.operation();
        } catch (RefusedException e) {
            writer.fault(reply, e.getMessage());
            service.counters().refused();
            return null;
        }
    }
}
