package org.busbench.xslt.sample;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.busbench.backend.quote.Quote;
import org.busbench.backend.quote.Soap;

/**
 * The four messages of one size: request and response, each in
 * the backend's vocabulary and in that of CheckPrice.
 */
public final class SampleSet {
    public static final long SEED = 20070713;
    /** The symbol of the first request element, by which a content-based router decides. */
    public static final String SYMBOL = "IBM";
    /** The nonce in the first request element; in the last one it is followed by {@link #LAST_SUFFIX}. */
    public static final String NONCE = "0123456789abcdef";
    /** The suffix of the nonce in the last one of several request elements. */
    public static final String LAST_SUFFIX = "-z";
    /** The instance of the backend whose answers the samples show. */
    public static final String SERVED_BY = "backend-A";

    private final List<SampleRequest> requests;

    private SampleSet(List<SampleRequest> requests) {
        this.requests = requests;
    }

    /** Makes the messages of a size; the same ones each time. */
    public static SampleSet of(SampleSize size) {
        SampleText text = new SampleText(SEED + size.bytes());
        List<SampleRequest> requests = new ArrayList<>();
        for (int i = 0; i < size.requests(); i++) {
            requests.add(text.request(size.hasAttributes() ? text.attributes(i + 1) : Map.of()));
        }
        int last = size.requests() - 1;
        requests.set(
                last, requests.get(last).withSymbolAndRef(requests.get(last).symbol(), NONCE + LAST_SUFFIX));
        requests.set(0, requests.get(0).withSymbolAndRef(SYMBOL, NONCE));

        int missing = size.bytes() - new SampleSet(requests).getQuote().getBytes(StandardCharsets.UTF_8).length;
        for (int i = 0; i <= last; i++) {
            int noteLength = missing / (last + 1 - i);
            missing -= noteLength;
            requests.set(i, requests.get(i).withNote(text.note(noteLength)));
        }
        return new SampleSet(List.copyOf(requests));
    }

    /** Returns the request in the backend's vocabulary. */
    public String getQuote() {
        return requests.stream()
                .map(SampleRequest::asGetQuote)
                .collect(Collectors.joining(
                        "",
                        Soap.OPEN + "<m:getQuote xmlns:m=\"" + Soap.NAMESPACE + "\">",
                        "</m:getQuote>" + Soap.CLOSE));
    }

    public String checkPrice() {
        return requests.stream()
                .map(SampleRequest::asCheckPrice)
                .collect(Collectors.joining(
                        "",
                        Soap.OPEN + "<m:CheckPriceRequest xmlns:m=\"" + Soap.NAMESPACE + "\">",
                        "</m:CheckPriceRequest>" + Soap.CLOSE));
    }

    /** Returns the answer in the backend's vocabulary. */
    public String getQuoteResponse() {
        return requests.stream()
                .map(SampleSet::asReturn)
                .collect(Collectors.joining(
                        "",
                        Soap.OPEN + "<getQuoteResponse xmlns=\"" + Soap.NAMESPACE + "\">",
                        "</getQuoteResponse>" + Soap.CLOSE));
    }

    public String checkPriceResponse() {
        return requests.stream()
                .map(SampleSet::asItem)
                .collect(Collectors.joining(
                        "",
                        Soap.OPEN + "<CheckPriceResponse xmlns=\"" + Soap.NAMESPACE + "\">",
                        "</CheckPriceResponse>" + Soap.CLOSE));
    }

    private static String asReturn(SampleRequest request) {
        StringBuilder xml = new StringBuilder("<return>");
        for (Quote.Field field : Quote.of(request.symbol()).fields()) {
            xml.append(Soap.element(field.name(), field.text()));
        }
        return xml.append(Soap.element("ref", request.ref()))
                .append(Soap.element("servedBy", SERVED_BY))
                .append("</return>")
                .toString();
    }

    private static String asItem(SampleRequest request) {
        List<Quote.Field> fields = Quote.of(request.symbol()).fields();
        StringBuilder xml = new StringBuilder("<Item>");
        CheckPriceNames.FIRST.forEach(name -> fields.stream()
                .filter(field -> field.name().equals(name))
                .forEach(field -> xml.append(CheckPriceNames.element(field))));
        fields.stream()
                .filter(field -> !CheckPriceNames.FIRST.contains(field.name()))
                .forEach(field -> xml.append(CheckPriceNames.element(field)));
        return xml.append(Soap.element("Ref", request.ref()))
                .append(Soap.element("ServedBy", SERVED_BY))
                .append("</Item>")
                .toString();
    }

    /** The names of a quote's elements in a CheckPriceResponse. */
    private static final class CheckPriceNames {
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

    /** Draws the values of a sample request from a seeded generator: plain ASCII, so that a character is a byte. */
    private static final class SampleText {
        private static final List<String> SYMBOLS = List.of(
                "IBM", "MSFT", "SUN", "ORCL", "HPQ", "DELL", "INTC", "AMD", "CSCO", "GOOG", "YHOO", "EBAY", "AAPL",
                "NOK", "MOT", "GE", "F", "GM", "BA", "KO", "PEP", "MCD", "DIS", "XOM");
        private static final List<String> EXCHANGES = List.of("NYSE", "AMEX", "XETR", "XLON");
        private static final List<String> CURRENCIES = List.of("USD", "EUR", "GBP", "CHF", "JPY");
        private static final List<String> CLIENTS = List.of(
                "Northwind Funds",
                "Harbour Trust",
                "Alder and Lane",
                "Meridian Bank",
                "Stonebridge Re",
                "Cobalt Capital");
        private static final List<String> WORDS = List.of(
                "limit",
                "order",
                "for",
                "the",
                "morning",
                "session",
                "please",
                "confirm",
                "before",
                "noon",
                "portfolio",
                "review",
                "with",
                "desk",
                "seven",
                "price",
                "check",
                "against",
                "last",
                "weeks",
                "close",
                "standing",
                "instruction",
                "renewed",
                "by",
                "phone",
                "quarterly",
                "rebalancing",
                "of",
                "index",
                "basket");

        private final Random random;

        SampleText(long seed) {
            random = new Random(seed);
        }

        /** Draws a request without a note. */
        SampleRequest request(Map<String, String> attributes) {
            return new SampleRequest(
                    attributes,
                    pick(SYMBOLS),
                    String.format("%016x", random.nextLong()),
                    pick(EXCHANGES),
                    pick(CURRENCIES),
                    pick(CLIENTS),
                    String.format("%04d-%06d", random.nextInt(10_000), random.nextInt(1_000_000)),
                    100 * (1 + random.nextInt(9)),
                    "");
        }

        /** Draws the attributes of the n-th request: of each message the nonce makes two of them new. */
        Map<String, String> attributes(int number) {
            Map<String, String> attributes = new LinkedHashMap<>();
            attributes.put("id", NONCE + "-" + number);
            attributes.put(
                    "at",
                    String.format(
                            Locale.ROOT,
                            "2026-11-27T%02d:%02d:%06.3fZ",
                            random.nextInt(24),
                            random.nextInt(60),
                            random.nextInt(60_000) / 1000.0));
            attributes.put("desk", pick(EXCHANGES).toLowerCase(Locale.ROOT) + "-" + random.nextInt(1000));
            attributes.put("trace", String.format("%08x-%s", random.nextInt(), NONCE));
            return attributes;
        }

        /** Draws words until they fill a length exactly; the last word may be cut. */
        String note(int length) {
            StringBuilder text = new StringBuilder(pick(WORDS));
            while (text.length() < length) {
                text.append(' ').append(pick(WORDS));
            }
            text.setLength(length);
            if (text.charAt(length - 1) == ' ') {
                text.setCharAt(length - 1, '.');
            }
            return text.toString();
        }

        private String pick(List<String> from) {
            return from.get(random.nextInt(from.size()));
        }
    }
}
