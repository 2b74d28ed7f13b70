package org.busbench.backend.quote;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The quote of one symbol on the one trading day that this exchange knows: a pure function of the symbol, so that
 * every instance, engine and run answers alike.
 *
 * @param symbol the symbol as asked for
 * @param fields the elements of a quote in the order of the WSDL, from {@code change} to {@code volume}
 */
public record Quote(String symbol, List<Field> fields) {

    /**
     * One element of a quote.
     *
     * @param text its text, not escaped
     */
    public record Field(String name, String text) {}

    public Quote {
        fields = List.copyOf(fields);
    }

    /** Returns the quote of a symbol on the fixed trading day. */
    public static Quote of(String symbol) {
        return of(symbol, 0);
    }

    /** Returns the quote of a symbol, a number of trading days before the fixed one. */
    static Quote of(String symbol, int daysBefore) {
        Draw draw = new Draw(symbol, daysBefore);
        long prevClose = draw.between(20_00, 180_00);
        long change = draw.between(-3_00, 3_00);
        long last = prevClose + change;
        long open = prevClose + draw.between(-1_00, 1_00);
        long high = Math.max(open, last) + draw.between(0, 2_00);
        long low = Math.min(open, last) - draw.between(0, 2_00);
        long earnings = draw.between(1_00, 9_99);
        long secondOfTrading = draw.between(6 * 3600, 6 * 3600 + 1799);

        List<Field> fields = new ArrayList<>();
        fields.add(new Field("change", hundredths(change)));
        fields.add(new Field("earnings", hundredths(earnings)));
        fields.add(new Field("high", hundredths(high)));
        fields.add(new Field("last", hundredths(last)));
        fields.add(new Field("lastTradeTimestamp", TradingDay.timestamp(daysBefore, secondOfTrading)));
        fields.add(new Field("low", hundredths(low)));
        fields.add(new Field("marketCap", hundredths(last * draw.between(1_000_000, 60_000_000))));
        fields.add(new Field("name", symbol + " Company"));
        fields.add(new Field("open", hundredths(open)));
        fields.add(new Field("peRatio", hundredths(last * 100 / earnings)));
        fields.add(new Field("percentageChange", hundredths(change * 100_00 / prevClose)));
        fields.add(new Field("prevClose", hundredths(prevClose)));
        fields.add(new Field("symbol", symbol));
        fields.add(new Field("volume", Long.toString(draw.between(5_000, 19_999))));
        return new Quote(symbol, fields);
    }

    private static String hundredths(long value) {
        return BigDecimal.valueOf(value, 2).toPlainString();
    }

    /** Numbers that follow from a text alone: FNV-1a over its characters, then SplitMix64 from there. */
    private static final class Draw {
        private long state;

        Draw(String symbol, int daysBefore) {
            long hash = 0xcbf29ce484222325L;
            for (int i = 0; i < symbol.length(); i++) {
                hash = (hash ^ symbol.charAt(i)) * 0x100000001b3L;
            }
            state = hash + daysBefore;
        }

        long between(long low, long high) {
            state += 0x9e3779b97f4a7c15L;
            long mixed = (state ^ (state >>> 30)) * 0xbf58476d1ce4e5b9L;
            mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
            return low + Math.floorMod(mixed ^ (mixed >>> 31), high - low + 1);
        }
    }

    /** The calendar of an exchange on which it is always Friday, 13 July 2007. */
    private static final class TradingDay {
        private static final LocalDate TODAY = LocalDate.of(2007, 7, 13);
        private static final int OPENS_AT_SECOND = 9 * 3600 + 30 * 60;
        private static final int DAYS_OF_TRADING_PER_WEEK = 5;
        private static final DateTimeFormatter FORMAT =
                DateTimeFormatter.ofPattern("EEE MMM dd HH:mm:ss 'EDT' yyyy", Locale.ENGLISH);

        private TradingDay() {}

        /** Returns the text of a moment so many seconds after the exchange opened, a number of trading days ago. */
        static String timestamp(int daysBefore, long secondOfTrading) {
            // Today is a Friday: going back up to four days within a week never meets a weekend.
            LocalDate day = TODAY.minusWeeks(daysBefore / DAYS_OF_TRADING_PER_WEEK)
                    .minusDays(daysBefore % DAYS_OF_TRADING_PER_WEEK);
            return FORMAT.format(day.atStartOfDay().plusSeconds(OPENS_AT_SECOND + secondOfTrading));
        }
    }
}
