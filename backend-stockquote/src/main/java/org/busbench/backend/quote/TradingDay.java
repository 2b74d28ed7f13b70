package org.busbench.backend.quote;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The calendar of an exchange on which it is always Friday, 13 July 2007. */
final class TradingDay {
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
