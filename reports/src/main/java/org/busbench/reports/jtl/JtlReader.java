package org.busbench.reports.jtl;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * Streams a sample log in JMeter's CSV form, packed by gzip or not; its columns are found by the header, in any order.
 * A last row without a line end is left out, as a killed JMeter leaves it; a header in the middle, as of joined files, is
 * passed over; any other malformed row is an error. Blocks on the file; not safe for concurrent use.
 */
public final class JtlReader implements Closeable {

    private static final String START = "timeStamp";
    private static final String MILLIS = "milliseconds";
    private static final String EPOCH_MILLIS =
            "milliseconds since 1970 (jmeter.save.saveservice.timestamp_format=ms, JMeter's default)";
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int GZIP_MAGIC = 0x1f8b;

    private final CsvRows rows;
    private final int start;
    private final int elapsed;
    private final int code;
    private final int message;
    private final int success;
    private final int failure;
    private final int label;
    private final int threads;
    private final int firstByte;
    private final int connect;
    private String lastLabel = "";

    private JtlReader(CsvRows rows) throws IOException {
        this.rows = rows;
        if (!rows.next()) {
            throw new IOException(rows.truncated() ? "ends within its header" : "is empty: JMeter wrote nothing");
        }
        List<String> header = rows.texts();
        start = required(header, START);
        elapsed = required(header, "elapsed");
        code = required(header, "responseCode");
        message = required(header, "responseMessage");
        success = required(header, "success");
        failure = header.indexOf("failureMessage");
        label = header.indexOf("label");
        threads = header.indexOf("allThreads");
        firstByte = header.indexOf("Latency");
        connect = header.indexOf("Connect");
    }

    /**
     * Opens a log.
     *
     * @param file the JTL
     * @return what stands at its first sample
     * @throws IOException when it cannot be read, or is none; the message does not name the file
     */
    public static JtlReader open(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
        try {
            if (magic(in) == GZIP_MAGIC) {
                in = new BufferedInputStream(new GZIPInputStream(in, BUFFER_BYTES), BUFFER_BYTES);
            }
            skipMark(in);
            refuseXml(in);
            return new JtlReader(new CsvRows(in));
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    private static int magic(InputStream in) throws IOException {
        in.mark(2);
        int magic = in.read() << 8 | in.read();
        in.reset();
        return magic;
    }

    /** A byte order mark, which editors leave. */
    private static void skipMark(InputStream in) throws IOException {
        in.mark(3);
        if (in.read() != 0xef || in.read() != 0xbb || in.read() != 0xbf) {
            in.reset();
        }
    }

    private static void refuseXml(InputStream in) throws IOException {
        in.mark(1);
        boolean xml = in.read() == '<';
        in.reset();
        if (xml) {
            throw new IOException("is a JTL in XML, which is not read: have JMeter write CSV, its default"
                    + " (jmeter.save.saveservice.output_format=csv)");
        }
    }

    private static int required(List<String> header, String name) throws IOException {
        int column = header.indexOf(name);
        if (column < 0) {
            throw new IOException(
                    "has no column '" + name + "'; its first line is " + shortened(String.join(",", header)));
        }
        return column;
    }

    private static String shortened(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "...";
    }

    /**
     * The next sample.
     *
     * @return null at the end
     * @throws IOException when a row is malformed; the message names the row and not the file
     */
    public Sample next() throws IOException {
        do {
            if (!rows.next()) {
                return null;
            }
        } while (rows.is(start, START));
        long startMillis = rows.number(start, EPOCH_MILLIS);
        long elapsedMillis = rows.number(elapsed, MILLIS);
        boolean verified = rows.is(success, "true");
        if (!verified && !rows.is(success, "false")) {
            throw rows.malformed("has '" + rows.text(success) + "' where true or false must stand");
        }
        if (label >= 0 && !rows.text(label).equals(lastLabel)) {
            lastLabel = rows.text(label);
        }
        return new Sample(
                startMillis,
                elapsedMillis,
                verified ? null : ErrorClass.of(rows.text(code), rows.text(message)),
                verified ? "" : failure(),
                lastLabel,
                threads < 0 ? 0 : (int) rows.number(threads, "a number of threads"),
                firstByte < 0 ? -1 : rows.number(firstByte, MILLIS),
                connect < 0 ? -1 : rows.number(connect, MILLIS));
    }

    private String failure() throws IOException {
        String said = failure < 0 ? "" : rows.text(failure);
        return said.isEmpty() ? (rows.text(code) + " " + rows.text(message)).trim() : said;
    }

    /**
     * Where the sample stands that was read last.
     *
     * @return row, counted from 1, the header included
     */
    public long row() {
        return rows.number();
    }

    /**
     * Whether the log ended within a row, which was left out.
     *
     * @return known at the end
     */
    public boolean truncated() {
        return rows.truncated();
    }

    /**
     * Whether the log has the names of samplers.
     *
     * @return false when every label is empty
     */
    boolean labelled() {
        return label >= 0;
    }

    /** Whether the log says how many threads were active. */
    boolean countsThreads() {
        return threads >= 0;
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
