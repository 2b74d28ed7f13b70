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
        boolean known = plain && fast.answer(message, offset, length, reply);
        service.received().saw(message, offset, length, charset);
        service.counters().received();
        if (known) {
            service.counters().answered();
            if (fast.hasNonce()) {
                service.nonces().saw(message, fast.nonceOffset(), fast.nonceLength());
                reply.chunked(Nonces.asksForChunks(message, fast.nonceOffset(), fast.nonceLength()));
            }
            return;
        }
        String nonce;
        boolean valid = false;
        try {
            Operation operation = strict.read(message, offset, length, charset);
            if (plain && operation instanceof Operation.GetQuote) {
                fast.learn(message, offset, length);
            }
            writer.write(reply, operation);
            service.counters().answered();
            nonce = operation.nonce();
            valid = true;
        } catch (RefusedException refused) {
            writer.fault(reply, refused.getMessage());
            service.counters().refused();
            nonce = refused.nonce();
        }
        if (nonce != null) {
            byte[] bytes = Soap.utf8(nonce);
            reply.chunked(Nonces.asksForChunks(bytes, 0, bytes.length));
            if (valid) {
                service.nonces().saw(bytes, 0, bytes.length);
            }
        }
    }
}
