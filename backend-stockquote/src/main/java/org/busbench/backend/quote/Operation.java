package org.busbench.backend.quote;

import java.util.List;

/** The operation that a valid message calls. */
sealed interface Operation {

    /** Returns what makes the message known again, or null. */
    default String nonce() {
        return null;
    }

    /**
     * The request for one quote.
     *
     * @param ref the text that the answer repeats, or null
     */
    record QuoteRequest(String symbol, String ref) {}

    /**
     * Quotes of one or more symbols.
     *
     * @param requests in order
     */
    record GetQuote(List<QuoteRequest> requests) implements Operation {
        public GetQuote {
            requests = List.copyOf(requests);
        }

        @Override
        public String nonce() {
            return requests.get(0).ref();
        }
    }

    record GetFullQuote(String symbol) implements Operation {}

    /**
     * Today's quotes of a list of symbols.
     *
     * @param symbols the symbols, in order
     */
    record GetMarketActivity(List<String> symbols) implements Operation {
        public GetMarketActivity {
            symbols = List.copyOf(symbols);
        }
    }

    /**
     * An order, a one-way message.
     *
     * @param symbol that is ordered
     */
    record PlaceOrder(String symbol) implements Operation {}
}
