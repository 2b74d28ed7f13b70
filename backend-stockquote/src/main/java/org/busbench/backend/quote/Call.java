package org.busbench.backend.quote;

import java.util.List;

/** What a valid message asks of the service. */
sealed interface Call {

    /** Returns the operation's name, which is the local name of the body's child. */
    String operation();

    /**
     * One quote asked for.
     *
     * @param symbol the symbol
     * @param ref what the answer must repeat, or null
     */
    record Wanted(String symbol, String ref) {}

    /**
     * Quotes of one or more symbols.
     *
     * @param wanted what is asked for, in order
     */
    record GetQuote(List<Wanted> wanted) implements Call {
        public GetQuote {
            wanted = List.copyOf(wanted);
        }

        @Override
        public String operation() {
            return "getQuote";
        }
    }

    /**
     * The history of one symbol.
     *
     * @param symbol the symbol
     */
    record GetFullQuote(String symbol) implements Call {
        @Override
        public String operation() {
            return "getFullQuote";
        }
    }

    /**
     * Today's quotes of a list of symbols.
     *
     * @param symbols the symbols, in order
     */
    record GetMarketActivity(List<String> symbols) implements Call {
        public GetMarketActivity {
            symbols = List.copyOf(symbols);
        }

        @Override
        public String operation() {
            return "getMarketActivity";
        }
    }

    /**
     * An order, which is taken and not answered.
     *
     * @param symbol what is ordered
     */
    record PlaceOrder(String symbol) implements Call {
        @Override
        public String operation() {
            return "placeOrder";
        }
    }
}
