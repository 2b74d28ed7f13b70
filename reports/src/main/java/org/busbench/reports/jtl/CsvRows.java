package org.busbench.reports.jtl;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * CSV (RFC 4180), row by row and at the speed of its bytes: of a row nothing is made but what is asked for. A last row
 * without a line end is one that was being written when the writer died: it is left out, and {@link #truncated()} says
 * so. Not safe for concurrent use; the stream had better be a buffered one.
 */
final class CsvRows implements Closeable {

    /** A longer row is none: somewhere a quote was never closed. */
    private static final int LONGEST_BYTES = 1 << 20;

    private final InputStream in;
    private byte[] bytes = new byte[1024];
    private int length;
    private int[] ends = new int[32];
    private int fields;
    private long number;
    private boolean truncated;

    CsvRows(InputStream in) {
        this.in = in;
    }

    /** Goes on to the next row, blank lines left out. False at the end. */
    boolean next() throws IOException {
        do {
            length = 0;
            fields = 0;
            number++;
            if (!read()) {
                truncated = length > 0 || fields > 0;
                return false;
            }
        } while (fields == 1 && length == 0);
        return true;
    }

    /** True at a line end outside quotes, false at the end of the file. A doubled quote inside quotes is one quote. */
    private boolean read() throws IOException {
        boolean quoted = false;
        boolean quoteSeen = false;
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == '"') {
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
            if (!quoted && b == ',') {
                endField();
            } else if (quoted || b != '\r') {
                append(b);
            }
        }
        return false;
    }

    private void append(int b) throws IOException {
        if (length == LONGEST_BYTES) {
            throw malformed("is longer than 1 MB, as when a quote is never closed");
        }
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, length * 2);
        }
        bytes[length++] = (byte) b;
    }

    private void endField() {
        if (fields == ends.length) {
            ends = Arrays.copyOf(ends, fields * 2);
        }
        ends[fields++] = length;
    }

    /** Of this row, counted from 1; the header is one, too. */
    long number() {
        return number;
    }

    /** Whether the file ended within a row. */
    boolean truncated() {
        return truncated;
    }

    List<String> texts() throws IOException {
        List<String> texts = new ArrayList<>();
        for (int field = 0; field < fields; field++) {
            texts.add(text(field));
        }
        return texts;
    }

    String text(int field) throws IOException {
        int begin = begin(field);
        return new String(bytes, begin, ends[field] - begin, StandardCharsets.UTF_8);
    }

    /** Whether a field is this text, which has no character beyond ASCII. */
    boolean is(int field, String ascii) throws IOException {
        int begin = begin(field);
        if (ends[field] - begin != ascii.length()) {
            return false;
        }
        for (int i = 0; i < ascii.length(); i++) {
            if (bytes[begin + i] != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** A whole number from 0 up; {@code what} says what must stand there. */
    long number(int field, String what) throws IOException {
        int begin = begin(field);
        int digits = ends[field] - begin;
        long value = 0;
        for (int i = begin; i < ends[field]; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9 || digits > 18) {
                throw malformed("has '" + text(field) + "' where " + what + " must stand");
            }
            value = value * 10 + digit;
        }
        if (digits == 0) {
            throw malformed("has nothing where " + what + " must stand");
        }
        return value;
    }

    private int begin(int field) throws IOException {
        if (field >= fields) {
            throw malformed("has " + fields + " fields, fewer than the header");
        }
        return field == 0 ? 0 : ends[field - 1];
    }

    IOException malformed(String what) {
        return new IOException("row " + number + " " + what);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
