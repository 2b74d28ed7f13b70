package org.busbench.harness.load;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Reads JMeter's CSV sample log row by row, at the speed of its bytes: a run has hundreds of thousands of rows.
 * Columns are found by the header. A last row without a line end is one that was being written when the writer died:
 * it is left out, and {@link #truncated()} says so. Any other malformed row is an error.
 */
final class JtlReader implements Closeable {

    private static final int FIELD_SEPARATOR = ',';
    private static final int QUOTE = '"';

    private final Path file;
    private final InputStream in;
    private final int timeStamp;
    private final int elapsed;
    private final int responseCode;
    private final int responseMessage;
    private final int success;

    private byte[] row = new byte[1024];
    private int rowLength;
    private int[] fieldEnds = new int[32];
    private int fields;
    private long rowNumber;
    private boolean truncated;

    JtlReader(Path file) throws IOException {
        this.file = file;
        this.in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        try {
            if (!readRow()) {
                throw new IOException(file + ": no header line; the injector wrote nothing");
            }
            List<String> header = allFields();
            timeStamp = column(header, "timeStamp");
            elapsed = column(header, "elapsed");
            responseCode = column(header, "responseCode");
            responseMessage = column(header, "responseMessage");
            success = column(header, "success");
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /** The next sample, or null at the end. */
    JtlSample next() throws IOException {
        if (!readRow()) {
            return null;
        }
        long start = number(timeStamp);
        long duration = number(elapsed);
        if (fieldEquals(success, "true")) {
            return new JtlSample(start, duration, null, "");
        }
        ErrorKind error = ErrorKind.of(text(responseCode), text(responseMessage));
        return new JtlSample(start, duration, error, String.join(",", allFields()));
    }

    /** Whether the end of the log was an unfinished row. */
    boolean truncated() {
        return truncated;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Fills {@link #row} with the unquoted fields of the next complete row, blank lines left out. */
    private boolean readRow() throws IOException {
        do {
            rowLength = 0;
            fields = 0;
            if (!readFields()) {
                truncated = rowLength > 0 || fields > 0;
                return false;
            }
            rowNumber++;
        } while (fields == 1 && rowLength == 0);
        return true;
    }

    /** True at a line end outside quotes, false at the end of the file. A doubled quote inside quotes is one quote. */
    private boolean readFields() throws IOException {
        boolean quoted = false;
        boolean quoteSeen = false;
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == QUOTE) {
                if (quoteSeen) {
                    append(b);
                }
                quoteSeen = quoted && !quoteSeen;
                quoted = !quoted;
                continue;
            }
            quoteSeen = false;
            if (!quoted && b == '\n') {
                endField();
                return true;
            }
            if (!quoted && b == FIELD_SEPARATOR) {
                endField();
            } else if (quoted || b != '\r') {
                append(b);
            }
        }
        return false;
    }

    private void append(int b) {
        if (rowLength == row.length) {
            row = Arrays.copyOf(row, rowLength * 2);
        }
        row[rowLength++] = (byte) b;
    }

    private void endField() {
        if (fields == fieldEnds.length) {
            fieldEnds = Arrays.copyOf(fieldEnds, fields * 2);
        }
        fieldEnds[fields++] = rowLength;
    }

    private int begin(int field) throws IOException {
        if (field >= fields) {
            throw malformed("has only " + fields + " fields");
        }
        return field == 0 ? 0 : fieldEnds[field - 1];
    }

    private String text(int field) throws IOException {
        int begin = begin(field);
        return new String(row, begin, fieldEnds[field] - begin, StandardCharsets.UTF_8);
    }

    private boolean fieldEquals(int field, String expected) throws IOException {
        int begin = begin(field);
        int length = fieldEnds[field] - begin;
        if (length != expected.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (row[begin + i] != expected.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private long number(int field) throws IOException {
        int begin = begin(field);
        int end = fieldEnds[field];
        long value = 0;
        for (int i = begin; i < end; i++) {
            int digit = row[i] - '0';
            if (digit < 0 || digit > 9) {
                throw malformed("has '" + text(field) + "' where a number of milliseconds must stand");
            }
            value = value * 10 + digit;
        }
        if (begin == end) {
            throw malformed("has no time");
        }
        return value;
    }

    private List<String> allFields() throws IOException {
        String[] names = new String[fields];
        for (int i = 0; i < fields; i++) {
            names[i] = text(i);
        }
        return List.of(names);
    }

    private int column(List<String> header, String name) throws IOException {
        int index = header.indexOf(name);
        if (index < 0) {
            throw new IOException(file + ": no column '" + name + "' in the header " + header);
        }
        return index;
    }

    private IOException malformed(String what) {
        return new IOException(file + ": row " + rowNumber + " " + what);
    }
}
