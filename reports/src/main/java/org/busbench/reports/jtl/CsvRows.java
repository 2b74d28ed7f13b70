package org.busbench.reports.jtl;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvReader.CsvReaderBuilder;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.Closeable;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.busbench.record.RunProblem;

/**
 * The rows of a CSV file (RFC 4180, UTF-8), blank lines left out, one in memory at a time. A last row without a line end
 * is one that was being written when the writer died: it is left out, and {@link #truncated()} says so. Blocks on the
 * file; not safe for concurrent use.
 */
final class CsvRows implements Closeable {

    /** A longer row is none: somewhere a quote was never closed. */
    private static final int LONGEST_CHARACTERS = 1 << 20;

    private static final CsvReaderBuilder FORMAT = CsvReader.builder()
            .maxBufferSize(LONGEST_CHARACTERS)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE);

    private final Path file;
    private final Text text;
    private final CsvReader<CsvRecord> csv;
    private final Iterator<CsvRecord> rows;
    private CsvRecord row;
    private boolean truncated;

    /** Of a stream that is closed with this; the file is what errors name. */
    CsvRows(Path file, InputStream in) {
        this.file = file;
        text = new Text(new InputStreamReader(in, StandardCharsets.UTF_8));
        csv = FORMAT.build(
                CsvRecordHandler.of(row -> row.maxFieldSize(LONGEST_CHARACTERS).maxRecordSize(LONGEST_CHARACTERS)),
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
            throw e.getCause();
        } catch (CsvParseException e) {
            String why = e.getCause() == null ? "" : ": " + e.getCause().getMessage();
            throw new RunProblem(file + ": is no CSV: " + e.getMessage() + why, e);
        }
        truncated = text.ended;
        return !truncated;
    }

    /** What the row holds, quotes removed. */
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
