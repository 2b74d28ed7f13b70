package org.busbench.xslt.sample;

import java.util.List;
import java.util.Random;

/** Draws the values of a sample request from a seeded generator: plain ASCII, so that a character is a byte. */
final class SampleText {
    private static final List<String> SYMBOLS = List.of(
            "IBM", "MSFT", "SUN", "ORCL", "HPQ", "DELL", "INTC", "AMD", "CSCO", "GOOG", "YHOO", "EBAY", "AAPL", "NOK",
            "MOT", "GE", "F", "GM", "BA", "KO", "PEP", "MCD", "DIS", "XOM");
    private static final List<String> EXCHANGES = List.of("NYSE", "AMEX", "XETR", "XLON");
    private static final List<String> CURRENCIES = List.of("USD", "EUR", "GBP", "CHF", "JPY");
    private static final List<String> CLIENTS = List.of(
            "Northwind Funds", "Harbour Trust", "Alder and Lane", "Meridian Bank", "Stonebridge Re", "Cobalt Capital");
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
    SampleRequest request() {
        return new SampleRequest(
                pick(SYMBOLS),
                String.format("%016x", random.nextLong()),
                pick(EXCHANGES),
                pick(CURRENCIES),
                pick(CLIENTS),
                String.format("%04d-%06d", random.nextInt(10_000), random.nextInt(1_000_000)),
                100 * (1 + random.nextInt(9)),
                "");
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
