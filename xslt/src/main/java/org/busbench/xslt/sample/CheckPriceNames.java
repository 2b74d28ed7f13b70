package org.busbench.xslt.sample;

import java.util.List;
import java.util.Map;
import org.busbench.backend.quote.Quote;
import org.busbench.backend.quote.Soap;

/** How the elements of a quote are called in a CheckPriceResponse. */
final class CheckPriceNames {
    /** The backend's names of the elements that come first in an Item. */
    static final List<String> FIRST = List.of("symbol", "last", "change");

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("symbol", "Code"),
            Map.entry("last", "Price"),
            Map.entry("change", "Change"),
            Map.entry("earnings", "Earnings"),
            Map.entry("high", "High"),
            Map.entry("lastTradeTimestamp", "TradedAt"),
            Map.entry("low", "Low"),
            Map.entry("marketCap", "MarketCap"),
            Map.entry("name", "Company"),
            Map.entry("open", "Open"),
            Map.entry("peRatio", "PriceEarningsRatio"),
            Map.entry("percentageChange", "ChangePercent"),
            Map.entry("prevClose", "PreviousClose"),
            Map.entry("volume", "Volume"));

    private CheckPriceNames() {}

    static String element(Quote.Field field) {
        return Soap.element(NAMES.get(field.name()), field.text());
    }
}
