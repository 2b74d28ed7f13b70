package org.busbench.harness.load;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvReader.CsvReaderBuilder;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.Closeable;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/**
 * Streams JMeter's sample log (CSV, RFC 4180); its columns are found by the header. A last row without a line end is one
 * that was being written when the writer died: it is left out. Any other malformed row is an error. Blocks on the file;
 * not safe for concurrent use.
 */
final class JtlReader implements Closeable {

    /** A longer row is none: somewhere a quote was never closed. */
    private static final int LONGEST_CHARACTERS = 1 << 20;
    /** The year 33658; what has more digits is no time. */
    private static final long MOST_MILLIS = 999_999_999_999_999L;

    private static final CsvReaderBuilder FORMAT = CsvReader.builder()
            .maxBufferSize(LONGEST_CHARACTERS)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE);

    private final Path file;
    private final Text text;
    private final CsvReader<CsvRecord> csv;
    private final Iterator<CsvRecord> rows;
    private final List<String> header;
    private final int timeStamp;
    private final int elapsed;
    private final int responseCode;
    private final int responseMessage;
    private final int success;
    private CsvRecord row;

    JtlReader(Path file) throws IOException {
        this.file = file;
        text = new Text(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8));
        csv = FORMAT.build(
                CsvRecordHandler.of(row -> row.maxFieldSize(LONGEST_CHARACTERS).maxRecordSize(LONGEST_CHARACTERS)),
                text);
        rows = csv.iterator();
        try {
            if (!nextRow()) {
                throw new IOException(file + ": no header line; the injector wrote nothing");
            }
            header = row.getFields();
            timeStamp = column("timeStamp");
            elapsed = column("elapsed");
            responseCode = column("responseCode");
            responseMessage = column("responseMessage");
            success = column("success");
        } catch (IOException | RuntimeException e) {
            csv.close();
            throw e;
        }
    }

    /** The names of the columns. */
    List<String> header() {
        return header;
    }

    /** The next sample, or null at the end. */
    JtlSample next() throws IOException {
        if (!nextRow()) {
            return null;
        }
        if (row.getFieldCount() != header.size()) {
            throw malformed("has " + row.getFieldCount() + " fields, its header " + header.size());
        }
        long start = millis(timeStamp);
        long duration = millis(elapsed);
        return switch (row.getField(success)) {
            case "true" -> new JtlSample(start, duration, null, List.of());
            case "false" ->
                new JtlSample(
                        start,
                        duration,
                        ErrorKind.of(row.getField(responseCode), row.getField(responseMessage)),
                        row.getFields());
            default -> throw malformed("has '" + row.getField(success) + "' where true or false must stand");
        };
    }

    @Override
    public void close() throws IOException {
        csv.close();
    }

    private boolean nextRow() throws IOException {
        try {
            if (!rows.hasNext()) {
                return false;
            }
            row = rows.next();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (CsvParseException e) {
            String why = e.getCause() == null ? "" : ": " + e.getCause().getMessage();
            throw new IOException(file + ": is no CSV: " + e.getMessage() + why, e);
        }
        return !text.ended;
    }

    /** From 0 up. */
    private long millis(int column) throws IOException {
        try {
            long number = Long.parseLong(row.getField(column));
            if (number >= 0 && number <= MOST_MILLIS) {
                return number;
            }
        } catch (NumberFormatException none) {
            // Said below.
        }
        throw malformed("has '" + row.getField(column) + "' where milliseconds must stand");
    }

    private int column(String name) throws IOException {
        int index = header.indexOf(name);
        if (index < 0) {
            throw malformed("has no column '" + name + "', but " + header);
        }
        return index;
    }

    private IOException malformed(String what) {
        return new IOException(file + ":" + row.getStartingLineNumber() + ": " + what);
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
