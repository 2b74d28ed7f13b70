package org.busbench.sampler;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.jmeter.util.JMeterUtils;
import org.busbench.sampler.record.Evidence;
import org.busbench.sampler.record.LoadRecord;

/**
 * Opens the record of a load as JMeter's properties say: {@code nio.record} (folder of the interval log, or {@code none}),
 * {@code nio.evidence} (folder of single answers), {@code nio.keepEvery} and {@code nio.keepMost}, {@code nio.contents} (how many different
 * answers are kept), {@code nio.limit.perSecond} and {@code nio.limit.burst} (of the rows whose route is limited). Where {@code
 * nio.rival.url} names a second server, {@code nio.rival.record} and {@code nio.rival.evidence} say the same of it.
 */
public final class LoadRecords {
    /** Names the server that gets half of the clients, in a duet. */
    static final String RIVAL_URL = "nio.rival.url";

    private static final String NONE = "none";
    private static final int MOST_KEPT = 50;

    private LoadRecords() {}

    /**
     * Opens a record; it is the current one until it is closed.
     *
     * @param folder of the interval log when the property does not name one; null for none
     * @throws IOException when a folder cannot be written, or holds the record of another load
     */
    public static LoadRecord open(Path folder) throws IOException {
        LoadRecord.Side own = side("nio.", folder == null ? NONE : folder.toString());
        boolean duet = JMeterUtils.getProperty(RIVAL_URL) != null;
        LoadRecord record = LoadRecord.open(own.folder(), own.evidence(), duet ? side("nio.rival.", NONE) : null);
        int perSecond = number("nio.limit.perSecond", 0);
        if (perSecond > 0) {
            record.limit(perSecond, number("nio.limit.burst", 1));
        }
        return record;
    }

    private static LoadRecord.Side side(String prefix, String folder) throws IOException {
        String record = JMeterUtils.getPropDefault(prefix + "record", folder);
        String evidence = JMeterUtils.getPropDefault(prefix + "evidence", NONE);
        return new LoadRecord.Side(
                record.equals(NONE) ? null : Path.of(record),
                evidence.equals(NONE)
                        ? Evidence.none()
                        : Evidence.in(
                                Path.of(evidence),
                                number("nio.keepEvery", 0),
                                number("nio.keepMost", MOST_KEPT),
                                number("nio.contents", 0)));
    }

    private static int number(String property, int otherwise) throws IOException {
        String value = JMeterUtils.getPropDefault(property, Integer.toString(otherwise));
        if (!value.matches("\\d{1,9}")) {
            throw new IOException("property " + property + " is '" + value + "': a whole number from 0 is expected");
        }
        return Integer.parseInt(value);
    }
}
