package org.busbench.reports.page;

import java.util.Locale;
import org.busbench.record.Suite;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.Comparison;
import org.busbench.reports.analysis.Flag;
import org.busbench.reports.statistics.Interval;

/** Figures as people read them. The exact value always stands beside, in a {@code data-value} attribute. */
final class Format {

    private static final double MICROS_PER_MILLI = 1000;

    private Format() {}

    /** Responses per second, counts and the like: whole from 100 on, one decimal below. */
    static String number(double value) {
        return String.format(
                Locale.ROOT, Math.abs(value) < 99.95 && value != Math.rint(value) ? "%,.1f" : "%,.0f", value);
    }

    /** Goodput with as many digits as its interval allows; three without one. */
    static String goodput(Cell cell) {
        double tps = cell.goodputPerSecond();
        return number(Double.parseDouble(
                cell.findings().goodput().map(range -> range.digits(tps)).orElseGet(() -> Interval.threeDigits(tps))));
    }

    static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** A latency in milliseconds; one below the step in which it was counted is only known to be below it. */
    static String millis(double micros, int resolutionMicros) {
        if (micros < resolutionMicros) {
            return "<" + number(resolutionMicros / MICROS_PER_MILLI);
        }
        return number(micros / MICROS_PER_MILLI);
    }

    static String percent(double share) {
        double percent = share * 100;
        return String.format(Locale.ROOT, percent != 0 && Math.abs(percent) < 9.95 ? "%.1f %%" : "%.0f %%", percent);
    }

    static String ratio(double ratio) {
        return Double.isInfinite(ratio) ? "any number of times" : factor(ratio) + " ×";
    }

    /** A ratio of at least 1, without a sign: two digits after the point where it is small. */
    static String factor(double ratio) {
        return String.format(Locale.ROOT, ratio < 1.995 ? "%.2f" : ratio < 9.95 ? "%.1f" : "%.0f", ratio);
    }

    static String change(double ratio) {
        return String.format(Locale.ROOT, "%+.1f %%", (ratio - 1) * 100).replace('-', '−');
    }

    /** A length in a drawing. */
    static String pixel(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** An interval of ratios, to three digits. */
    static String ratios(Interval interval) {
        return three(interval.low()) + "–" + three(interval.high());
    }

    private static String three(double ratio) {
        return String.format(Locale.ROOT, ratio < 9.995 ? "%.2f" : ratio < 99.95 ? "%.1f" : "%.0f", ratio);
    }

    static String interval(Interval interval) {
        return number(interval.low()) + "–" + number(interval.high());
    }

    /** Clients of a closed model, the rate of an open one. */
    static String level(Comparison comparison) {
        return comparison.isMean()
                ? ""
                : comparison.open()
                        ? number(comparison.ratePerSecond()) + " requests/s"
                        : clients(comparison.concurrency());
    }

    static String gibibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
    }

    /** {@code 500} is 500 B, {@code 10K} is 10 KB, {@code 10K-attributes} is 10 KB, attributes; what is no size stays as it is. */
    static String payload(String name) {
        if (name.matches("[0-9]+K?-[a-z]+")) {
            int kind = name.indexOf('-');
            return payload(name.substring(0, kind)) + ", " + name.substring(kind + 1);
        }
        if (name.matches("[0-9]+K?")) {
            return name.endsWith("K") ? name.replaceAll("K$", " KB") : name + " B";
        }
        return name.equals("unknown") ? "unknown size" : name;
    }

    static String clients(int concurrency) {
        return concurrency == 1 ? "1 client" : count(concurrency) + " clients";
    }

    /** An ISO-8601 instant, without the letters. */
    static String time(String instant) {
        return instant.replace('T', ' ').replaceAll("(\\.\\d+)?Z$", " UTC");
    }

    static String scenario(Suite suite, String name) {
        return suite.text(name).title();
    }

    /** The note on all figures of a scenario; null for none. */
    static String note(Suite suite, String name) {
        return Boolean.FALSE.equals(suite.text(name).reconciled()) ? Flag.Kind.GOODPUT_ALONE.word() : null;
    }

    /** The job of a scenario; empty where that was not recorded. */
    static String job(Suite suite, String name) {
        return suite.text(name).about().equals(name) ? "" : suite.text(name).about();
    }
}
