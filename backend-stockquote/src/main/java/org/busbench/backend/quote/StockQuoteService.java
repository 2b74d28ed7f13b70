package org.busbench.backend.quote;

import java.util.Objects;

/**
 * One instance of the SimpleStockQuoteService: messages in, messages out. It knows no sockets. Safe for use by several
 * threads, each with a {@link Responder} of its own.
 */
public final class StockQuoteService {
    private final StrictParser strict = new StrictParser();
    private final String instance;
    private final int responseBytes;
    private final Counters counters = new Counters();
    private final Nonces nonces;
    private final MessageCapture received = new MessageCapture();

    /**
     * Makes an instance.
     *
     * @param responseBytes the size that getQuoteResponse is filled up to; 0: as it comes
     */
    public StockQuoteService(String instance, int responseBytes) {
        this(instance, responseBytes, new Nonces());
    }

    /**
     * Makes an instance that shares its knowledge of nonces.
     *
     * @param responseBytes the size that getQuoteResponse is filled up to; 0: as it comes
     */
    public StockQuoteService(String instance, int responseBytes, Nonces nonces) {
        this.instance = Objects.requireNonNull(instance, "instance");
        if (responseBytes < 0) {
            throw new IllegalArgumentException("response size is negative: " + responseBytes);
        }
        this.responseBytes = responseBytes;
        this.nonces = Objects.requireNonNull(nonces, "nonces");
    }

    public String instance() {
        return instance;
    }

    /** Returns what has been counted so far. */
    public Counters counters() {
        return counters;
    }

    /** Returns which nonces have come. */
    public Nonces nonces() {
        return nonces;
    }

    /** Returns what shows a message as it arrived. */
    public MessageCapture received() {
        return received;
    }

    /** Makes a responder for one thread. */
    public Responder newResponder() {
        return new Responder(this, strict);
    }

    int responseBytes() {
        return responseBytes;
    }
}
