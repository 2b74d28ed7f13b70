package org.busbench.reports.jtl;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvReader.CsvReaderBuilder;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.busbench.common.ErrorClass;
import org.busbench.record.RunProblem;

/**
 * Streams a sample log in JMeter's CSV form, packed by gzip or not, in UTF-8 or UTF-16; its columns and their delimiter are found by
 * the header, in any order. A failed row without a time (timeStamp 0: JMeter failed before it began) has that of the row above it,
 * or 0 where none has one.
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

    /** The year 2286; what has more digits is no time, or a date such as 20261128200000. */
    private static final long MOST_MILLIS = 9_999_999_999_999L;

    private static final long MOST_THREADS = 999_999_999;
    /** Of more threads the order is not watched. */
    private static final int MOST_NAMED = 65_536;
    /** So much later than its whole a part may seem to end, by rounding. */
    private static final long PART_MILLIS = 50;

    private static final int LONGEST_HEADER = 8192;
    private static final int BYTE_ORDER_MARK = 0xfeff;
    private static final Pattern DELIMITER =
            Pattern.compile("[^\\r\\n]*?(?:\\btimeStamp\"?([^\\w\"\\r\\n])|([^\\w\"\\r\\n])\"?timeStamp\\b)");

    /** The row of a transaction; its end is not known from a log without idle times, but it is not before that of its samples. */
    private static final String TRANSACTION = "Number of samples in transaction";

    /** The beginning of a row within a field. */
    private static final Pattern SWALLOWED = Pattern.compile("[\\r\\n]\"?\\d{13}\\W");

    /** Its first record until Gatling 3.11. */
    private static final Pattern GATLING = Pattern.compile("(RUN|ASSERTION)\\t");

    private static final Pattern SERVER =
            Pattern.compile("((?:[\\w.-]+|\\[[\\p{XDigit}:.]+]):\\d{1,5}|\\d{1,3}(?:\\.\\d{1,3}){3})-");

    private final CsvRows rows;
    private final List<String> header;
    private final int start;
    private final int elapsed;
    private final int code;
    private final int message;
    private final int success;
    private final int failure;
    private final int label;
    private final int threads;
    private final int threadName;
    private final int hostname;
    private final int firstByte;
    private final int connect;
    private final int idle;
    private final int samples;
    private List<String> row;
    private long endMillis;
    /** Thread and label of the last row that is no part of another. */
    private String whole = "";

    private boolean part;
    /** When the last row of each thread began and ended. */
    private final Map<String, long[]> lastOfThreads = new HashMap<>();

    private long millisBack;

    private JtlReader(Path file, CsvRows rows) throws IOException {
        this.rows = rows;
        if (!rows.next()) {
            throw new RunProblem(
                    file + (rows.truncated() ? ": ends within its header" : ": is empty: JMeter wrote nothing"));
        }
        header = rows.fields();
        start = required(file, header, START);
        elapsed = required(file, header, "elapsed");
        code = required(file, header, "responseCode");
        message = column(file, header, "responseMessage");
        success = required(file, header, "success");
        failure = column(file, header, "failureMessage");
        label = column(file, header, "label");
        threads = column(file, header, "allThreads");
        threadName = column(file, header, "threadName");
        hostname = column(file, header, "Hostname");
        firstByte = column(file, header, "Latency");
        connect = column(file, header, "Connect");
        idle = column(file, header, "IdleTime");
        samples = column(file, header, "SampleCount");
    }

    /**
     * Opens a log.
     *
     * @throws RunProblem when it is none
     */
    public static JtlReader open(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
        try {
            if (magic(in) == GZIP_MAGIC) {
                in = new BufferedInputStream(new GZIPInputStream(in, BUFFER_BYTES), BUFFER_BYTES);
            }
            if (magic(in) == 0) {
                // No text begins so, but the log of newer Gatlings does, with the length of its version.
                throw in.skip(4) == 4 && in.read() > 0
                        ? ofGatling(file)
                        : new RunProblem(
                                file + ": begins with zeros, as a file whose data never reached the disk does");
            }
            BufferedReader text = new BufferedReader(new Decoded(in, charset(in)), BUFFER_BYTES);
            return new JtlReader(file, new CsvRows(file, text, delimiter(file, text)));
        } catch (CharacterCodingException e) {
            in.close();
            throw notUtf8(file, 0, e);
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

    /** That of Windows' own tools, with or without a byte order mark; else JMeter's. */
    private static Charset charset(InputStream in) throws IOException {
        in.mark(2);
        int first = in.read();
        int second = in.read();
        in.reset();
        if ((first == 0xff && second == 0xfe) || second == 0) {
            return StandardCharsets.UTF_16LE;
        }
        return (first == 0xfe && second == 0xff) || first == 0 ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_8;
    }

    /** What stands beside the name of a column in the first line (jmeter.save.saveservice.default_delimiter); passes over a mark. */
    private static char delimiter(Path file, BufferedReader text) throws IOException {
        text.mark(1);
        if (text.read() != BYTE_ORDER_MARK) {
            text.reset();
        }
        char[] first = new char[LONGEST_HEADER];
        text.mark(LONGEST_HEADER);
        String beginning = new String(first, 0, Math.max(0, text.read(first))).stripLeading();
        text.reset();
        if (GATLING.matcher(beginning).lookingAt()) {
            throw ofGatling(file);
        }
        if (beginning.startsWith("<")) {
            String remedy = beginning.contains("<testResults")
                    ? "a JTL in XML, which is not read: have JMeter write CSV, its default"
                            + " (jmeter.save.saveservice.output_format=csv)"
                    : "XML or HTML and no log: give the log of samples, as jmeter -l FILE writes it";
            throw new RunProblem(file + ": is " + remedy);
        }
        if (beginning.startsWith("{") || beginning.startsWith("[")) {
            throw new RunProblem(file + ": is JSON, as k6 writes it, which is not read: give JMeter's log of samples,"
                    + " as jmeter -l FILE writes it");
        }
        Matcher beside = DELIMITER.matcher(beginning);
        return beside.lookingAt() ? (beside.group(1) == null ? beside.group(2) : beside.group(1)).charAt(0) : ',';
    }

    private static RunProblem ofGatling(Path file) {
        return new RunProblem(file + ": is a log of Gatling, which is not read: Gatling's own report shows it");
    }

    private static RunProblem notUtf8(Path file, long line, Exception cause) {
        return new RunProblem(
                file + ": is not in UTF-8 " + (line == 0 ? "near its beginning" : "somewhere behind line " + line)
                        + (line == 0 ? ": unpack it if it is an archive, else" : ":")
                        + " convert it, as with iconv -f WINDOWS-1252 -t UTF-8",
                cause);
    }

    /** Where a column stands; -1 when it does not. */
    private static int column(Path file, List<String> header, String name) {
        int column = header.indexOf(name);
        if (column != header.lastIndexOf(name)) {
            throw new RunProblem(file + ":1: has two columns '" + name
                    + "', and which of them counts is not known: rename or remove one (a variable of"
                    + " JMeter's sample_variables may have the name of a column)");
        }
        return column;
    }

    private static int required(Path file, List<String> header, String name) {
        int column = column(file, header, name);
        if (column < 0) {
            throw new RunProblem(
                    file + ": has no column '" + name + "'; its first line is " + shortened(String.join(",", header))
                            + (!header.get(0).matches("\\d.*")
                                    ? ": give the log of samples, as jmeter -l FILE writes it"
                                    : ", which is no header (jmeter.save.saveservice.print_field_names=true, JMeter's"
                                            + " default, writes one)"));
        }
        return column;
    }

    private static String shortened(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "...";
    }

    /**
     * The next sample.
     *
     * @throws IOException when the log cannot be read
     * @throws RunProblem when a row is malformed
     */
    public Sample next() throws IOException {
        do {
            if (!rows.next()) {
                if (rows.truncated()
                        && SWALLOWED.matcher(rows.fields().toString()).find()) {
                    throw problem("opens a quote that nothing closes, and all rows below are in it: double the quote");
                }
                return null;
            }
            row = rows.fields();
        } while (row.equals(header));
        if (row.size() != header.size()) {
            throw malformed("has " + row.size() + " fields, its header " + header.size());
        }
        boolean verified = row.get(success).equalsIgnoreCase("true");
        if (!verified && !row.get(success).equalsIgnoreCase("false")) {
            throw malformed("has " + said(success) + " where true or false must stand");
        }
        long startMillis = number(start, 0, MOST_MILLIS, EPOCH_MILLIS);
        // Of a transaction that failed before its sample began JMeter takes that beginning for 1970.
        long elapsedMillis = number(elapsed, verified ? 0 : -MOST_MILLIS, MOST_MILLIS, MILLIS);
        // Below 0 where samples ran side by side, whose times JMeter adds up, or where it rounds twice.
        long idleMillis = idle >= 0
                ? number(idle, -MOST_MILLIS, MOST_MILLIS, MILLIS)
                : idleOfTransaction(startMillis + elapsedMillis);
        if (elapsedMillis + idleMillis < 0) {
            if (verified) {
                throw malformed("has " + said(idle) + " in its column 'IdleTime', which is more than it took");
            }
            elapsedMillis = 0;
            idleMillis = 0;
        }
        refuseSums(verified);
        if (startMillis == 0) {
            if (verified) {
                throw malformed("has " + said(start) + " where " + EPOCH_MILLIS + " must stand");
            }
            startMillis = Math.max(0, endMillis - elapsedMillis - idleMillis);
            part = false;
            millisBack = 0;
        } else {
            notePart(startMillis + elapsedMillis + idleMillis);
            noteThread(startMillis, startMillis + elapsedMillis + idleMillis);
        }
        return new Sample(
                startMillis,
                elapsedMillis,
                idleMillis,
                verified ? null : ErrorClass.of(row.get(code), message()),
                verified ? "" : failure(),
                label < 0 ? "" : row.get(label),
                host(),
                threads < 0 ? 0 : (int) number(threads, 0, MOST_THREADS, "a number of threads"),
                firstByte < 0 ? -1 : number(firstByte, 0, MOST_MILLIS, MILLIS),
                connect < 0 ? -1 : number(connect, 0, MOST_MILLIS, MILLIS));
    }

    /** JMeter writes a redirection, say, as one row, and behind it its parts, each with the label of the row and a number. */
    private void notePart(long to) {
        String name = label < 0 || threadName < 0 ? "" : thread() + '\n' + row.get(label);
        part = !whole.isEmpty()
                && name.startsWith(whole + '-')
                && name.substring(whole.length()).matches("(-\\d{1,9})+")
                && to <= endMillis + PART_MILLIS;
        if (!part) {
            whole = name;
            endMillis = to;
        }
    }

    private long idleOfTransaction(long end) {
        long[] last = message().startsWith(TRANSACTION) ? lastOfThreads.get(thread()) : null;
        return last == null ? 0 : Math.max(0, last[1] - end);
    }

    /** What a thread does it does in order: where it begins and ends before what it has done, its clock was set back. */
    private void noteThread(long from, long to) {
        String thread = part || threadName < 0 ? "" : thread();
        long[] last = lastOfThreads.get(thread);
        millisBack = 0;
        if (last == null) {
            if (!thread.isEmpty() && lastOfThreads.size() < MOST_NAMED) {
                lastOfThreads.put(thread, new long[] {from, to});
            }
            return;
        }
        millisBack = from < last[0] - PART_MILLIS && to < last[1] - PART_MILLIS ? last[1] - to : 0;
        last[0] = from;
        last[1] = to;
    }

    /** By how much the sample that was read last ended before the one above it of its thread, which it began before, too; else 0. */
    long millisBack() {
        return millisBack;
    }

    /** Whether the sample that was read last is a part of one above it: it ended before that one, and its row stands behind it. */
    boolean isPart() {
        return part;
    }

    /** Refuses a row that stands for several samples; where no column counts them, it has neither status nor threads. */
    private void refuseSums(boolean verified) {
        boolean counted = samples >= 0 && !row.get(samples).equals("1");
        boolean bare = verified
                && row.get(code).isEmpty()
                && message().isEmpty()
                && threads >= 0
                && row.get(threads).equals("0");
        if (counted || bare) {
            throw malformed("is the sum of " + (counted ? row.get(samples) : "several")
                    + " samples, as JMeter writes with mode=Statistical: the latency of none can be read from it; run"
                    + " the test with another mode (StrippedBatch is JMeter's default)");
        }
    }

    /** The names of the columns in the log's order. */
    public List<String> header() {
        return header;
    }

    /** All fields of the sample that was read last, quotes removed. */
    public List<String> fields() {
        return row;
    }

    private String failure() {
        String said = failure < 0 ? "" : row.get(failure);
        return said.isEmpty() ? (row.get(code) + " " + message()).trim() : said;
    }

    private String message() {
        return message < 0 ? "" : row.get(message);
    }

    /** Two hosts give their threads the same names. */
    private String thread() {
        String name = threadName < 0 ? "" : row.get(threadName);
        return hostname < 0 ? name : row.get(hostname) + ' ' + name;
    }

    /**
     * With {@code jmeter -R} the names of threads begin with the server as it was called there. A name of a host without a port
     * cannot be told from the name of a thread group; an address can. Else the column 'Hostname' says which it was.
     */
    private String host() {
        String thread = threadName < 0 ? "" : row.get(threadName);
        int name = thread.startsWith("[") ? thread.indexOf("]:") + 1 : thread.indexOf(':');
        boolean told = name > 0 || (!thread.isEmpty() && Character.isDigit(thread.charAt(0)));
        Matcher server = told ? SERVER.matcher(thread) : null;
        return server != null && server.lookingAt() ? server.group(1) : hostname < 0 ? "" : row.get(hostname);
    }

    private long number(int column, long least, long most, String what) {
        long number = whole(row.get(column));
        if (number < least || number > most) {
            throw malformed("has " + said(column) + " where " + what + " must stand");
        }
        return number;
    }

    private static long whole(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException none) {
            return Long.MIN_VALUE;
        }
    }

    private RunProblem malformed(String what) {
        return problem(
                row.contains(START)
                        ? "is a header with other columns than the first line: these are two logs in one file; give"
                                + " them apart"
                        : what);
    }

    private String said(int column) {
        return row.get(column).isEmpty() ? "nothing" : "'" + shortened(row.get(column)) + "'";
    }

    /** A problem of the sample that was read last. */
    RunProblem problem(String what) {
        return rows.problem(what);
    }

    /**
     * Where the sample stands that was read last; at the end of a truncated log, where the row begins that was cut off:
     * a line, counted from 1, the header included.
     */
    public long line() {
        return rows.line();
    }

    /** Whether the log ended within a row, which was left out. */
    public boolean truncated() {
        return rows.truncated();
    }

    /** Whether the log has the names of samplers; false when every label is empty. */
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

    /** The text of bytes. A last character of which bytes are missing is left out, as a killed writer leaves it. */
    private static final class Decoded extends Reader {

        private final InputStream in;
        private final CharsetDecoder decoder;
        private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES).limit(0);

        Decoded(InputStream in, Charset charset) {
            this.in = in;
            this.decoder = charset.newDecoder();
        }

        @Override
        public int read(char[] buffer, int offset, int length) throws IOException {
            CharBuffer chars = CharBuffer.wrap(buffer, offset, length);
            while (true) {
                CoderResult result = decoder.decode(bytes, chars, false);
                if (chars.position() > offset) {
                    return chars.position() - offset;
                }
                if (result.isError()) {
                    result.throwException();
                }
                bytes.compact();
                int count = in.read(bytes.array(), bytes.position(), bytes.remaining());
                bytes.position(bytes.position() + Math.max(0, count)).flip();
                if (count < 0) {
                    return -1;
                }
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /**
     * The rows of a CSV file (RFC 4180), blank lines left out, one in memory at a time. A last row without a line end
     * is one that was being written when the writer died: it is left out, and {@link #truncated()} says so. Blocks on the
     * file; not safe for concurrent use.
     */
    static final class CsvRows implements Closeable {

        /** A longer row is none: somewhere a quote was never closed. */
        private static final int LONGEST_CHARACTERS = 1 << 20;

        private final Path file;
        private final Text text;
        private final CsvReader<CsvRecord> csv;
        private final Iterator<CsvRecord> rows;
        private CsvRecord row;
        private boolean truncated;

        /** Of a text that is closed with this; the file is what errors name. */
        CsvRows(Path file, Reader in, char delimiter) {
            this.file = file;
            text = new Text(in);
            CsvReaderBuilder format = CsvReader.builder()
                    .fieldSeparator(delimiter)
                    .maxBufferSize(LONGEST_CHARACTERS)
                    .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                    .missingFieldStrategy(FieldMismatchStrategy.IGNORE);
            csv = format.build(
                    CsvRecordHandler.of(
                            row -> row.maxFieldSize(LONGEST_CHARACTERS).maxRecordSize(LONGEST_CHARACTERS)),
                    text);
            rows = csv.iterator();
        }

        /**
         * Goes on to the next row.
         *
         * @throws RunProblem when what follows is no CSV
         */
        boolean next() throws IOException {
            try {
                if (!rows.hasNext()) {
                    return false;
                }
                row = rows.next();
            } catch (UncheckedIOException e) {
                if (e.getCause() instanceof CharacterCodingException) {
                    throw notUtf8(file, row == null ? 0 : line(), e);
                }
                throw e.getCause();
            } catch (CsvParseException e) {
                String why = e.getCause() == null ? "" : ": " + e.getCause().getMessage();
                throw new RunProblem(file + ": is no CSV: " + e.getMessage() + why, e);
            }
            truncated = text.ended;
            return !truncated;
        }

        /** The fields of the row, without quotes. */
        List<String> fields() {
            return row.getFields();
        }

        /** Where the row begins, that was cut off at the end where one was: counted from 1, the header included. */
        long line() {
            return row.getStartingLineNumber();
        }

        /** Whether the file ended within a row; known at the end. */
        boolean truncated() {
            return truncated;
        }

        /** A problem of this row. */
        RunProblem problem(String what) {
            return new RunProblem(file + ":" + line() + ": " + what);
        }

        @Override
        public void close() throws IOException {
            csv.close();
        }

        /** Knows when it was read to its end; a row that took it there has no line end. */
        private static final class Text extends FilterReader {

            private boolean ended;

            Text(Reader in) {
                super(in);
            }

            @Override
            public int read(char[] buffer, int offset, int length) throws IOException {
                int count = super.read(buffer, offset, length);
                ended |= count < 0;
                return count;
            }
        }
    }
}
