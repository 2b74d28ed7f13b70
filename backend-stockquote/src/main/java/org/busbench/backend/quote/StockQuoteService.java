package org.busbench.backend.quote;

import java.util.Objects;

/**
 * One instance of the SimpleStockQuoteService: messages in, messages out. It knows no sockets. Safe for use by several
 * threads, each with a {@link Responder} of its own.
 */
public final class StockQuoteService {
    private final StrictParser strict = new StrictParser();
    private final String instance;
    private final Counters counters = new Counters();
    private final Nonces nonces;
    private final MessageCapture received = new MessageCapture();

    public StockQuoteService(String instance) {
        this(instance, new Nonces());
    }

    /** Makes an instance that shares its knowledge of nonces. */
    public StockQuoteService(String instance, Nonces nonces) {
        this.instance = Objects.requireNonNull(instance, "instance");
        this.nonces = Objects.requireNonNull(nonces, "nonces");
    }

    public String instance() {
        return instance;
    }

    /** Returns what has been counted so far. */
    public Counters counters() {
        return counters;
    }

    public Nonces nonces() {
        return nonces;
    }

    public MessageCapture received() {
        return received;
    }

    /** Makes a responder for one thread. */
    public Responder newResponder() {
        return new Responder(this, strict);
    }
}
