package org.busbench.backend.quote;

/** Answers messages for one instance on one thread: the strict parser where an envelope is new, the fast one from then on. */
public final class Responder {
    private final StockQuoteService service;
    private final StrictParser strict;
    private final FastParser fast;
    private final ReplyWriter writer;

    Responder(StockQuoteService service, StrictParser strict) {
        this.service = service;
        this.strict = strict;
        this.writer = new ReplyWriter(service.instance());
        this.fast = new FastParser(writer);
    }

    /**
     * Reads and answers one message, and counts it.
     *
     * @param length how long it is
     * @param charset the encoding that the transport states, or null when it does not
     */
    public void answer(byte[] message, int offset, int length, String charset, Reply reply) {
        boolean plain = charset == null || charset.equalsIgnoreCase("UTF-8");
        if (plain && fast.answer(message, offset, length, reply)) {
            service.received().saw(message, offset, length, charset);
            service.counters().received();
            service.counters().answered();
            if (fast.hasNonce()) {
                service.nonces().saw(message, fast.nonceOffset(), fast.nonceLength());
                reply.chunked(Nonces.asksForChunks(message, fast.nonceOffset(), fast.nonceLength()));
            }
        } else {
            ParsedMessage read = read(message, offset, length, charset);
            if (plain && "getQuote".equals(read.operationName())) {
                fast.learn(message, offset, length);
            }
            answer(read, reply);
        }
    }

    /** Reads one message strictly, whatever its form, and counts it; parameters as in the other method. */
    public ParsedMessage read(byte[] message, int offset, int length, String charset) {
        service.received().saw(message, offset, length, charset);
        service.counters().received();
        try {
            return ParsedMessage.of(strict.read(message, offset, length, charset));
        } catch (RefusedException e) {
            return ParsedMessage.refused(e.getMessage(), e.nonce());
        }
    }

    /** Answers a message that has been read, and counts the answer. */
    public void answer(ParsedMessage message, Reply reply) {
        if (message.isRefused()) {
            writer.fault(reply, message.refusal());
            service.counters().refused();
        } else {
            writer.write(reply, message.operation());
            service.counters().answered();
        }
        if (message.nonce() != null) {
            byte[] nonce = Soap.utf8(message.nonce());
            reply.chunked(Nonces.asksForChunks(nonce, 0, nonce.length));
            if (!message.isRefused()) {
                service.nonces().saw(nonce, 0, nonce.length);
            }
        }
    }
}
