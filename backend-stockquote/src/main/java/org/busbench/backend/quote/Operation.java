package org.busbench.backend.quote;

import java.util.List;

/** The operation that a valid message calls. */
sealed interface Operation {

    /** Returns the operation's name, which is the local name of the body's child. */
    String name();

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
        public String name() {
            return "getQuote";
        }

        @Override
        public String nonce() {
            return requests.get(0).ref();
        }
    }

    record GetFullQuote(String symbol) implements Operation {
        @Override
        public String name() {
            return "getFullQuote";
        }
    }

    /**
     * Today's quotes of a list of symbols.
     *
     * @param symbols the symbols, in order
     */
    record GetMarketActivity(List<String> symbols) implements Operation {
        public GetMarketActivity {
            symbols = List.copyOf(symbols);
        }

        @Override
        public String name() {
            return "getMarketActivity";
        }
    }

    /**
     * An order, a one-way message.
     *
     * @param symbol that is ordered
     */
    record PlaceOrder(String symbol) implements Operation {
        @Override
        public String name() {
            return "placeOrder";
        }
    }
}
