package org.busbench.common;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The values that differ from request to request: the rows of a CSV file whose first line names the columns. Fields are
 * separated by commas, without quotes. A load takes the rows in turn and begins again after the last one.
 *
 * <p>Nonces of 16 hexadecimal digits in the column {@code nonce} never repeat within a load: each round through the rows
 * changes them, and a salt changes those of a whole load. So no stale or cached response can pass for the right one.
 * Immutable.
 */
public final class DataRows {
    private static final String SEPARATOR = ",";
    private static final String NONCE_COLUMN = "nonce";
    private static final Pattern NONCE = Pattern.compile("[0-9a-f]{16}");
    private static final int HEX = 16;
    /** An odd multiplier, so that different rounds change a nonce differently. */
    private static final long ROUND = 0x9E3779B97F4A7C15L;

    private final List<String> columns;
    private final byte[][][] rows;
    private final int nonceColumn;
    private final long[] nonces;
    private final int[] kinds;
    private final int kindCount;

    private DataRows(List<String> columns, byte[][][] rows, int nonceColumn, long[] nonces) {
        this.columns = columns;
        this.rows = rows;
        this.nonceColumn = nonceColumn;
        this.nonces = nonces;
        this.kinds = new int[rows.length];
        Map<String, Integer> known = new HashMap<>();
        for (int row = 0; row < rows.length; row++) {
            kinds[row] = known.computeIfAbsent(withoutNonce(row), unused -> known.size());
        }
        this.kindCount = known.size();
    }

    private String withoutNonce(int row) {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < columns.size(); column++) {
            if (column != nonceColumn()) {
                text.append(new String(rows[row][column], UTF_8)).append('\n');
            }
        }
        return text.toString();
    }

    /**
     * Reads a file.
     *
     * @throws IOException when it cannot be read, or a row has fewer or more fields than the header; the message names
     *     file and line
     */
    public static DataRows read(Path file) throws IOException {
        return read(file, 0);
    }

    /**
     * Reads a file and changes its nonces.
     *
     * @param salt combined with all nonces (exclusive or); 0 leaves them as they are
     * @throws IOException as {@link #read(Path)}
     */
    public static DataRows read(Path file, long salt) throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, UTF_8);
        } catch (IOException unreadable) {
            throw new IOException("the rows " + file + " cannot be read: " + unreadable, unreadable);
        }
        return of(lines, file.toString(), salt);
    }

    /**
     * Rows that are in memory.
     *
     * @throws IOException as {@link #read(Path)}
     */
    public static DataRows of(List<String> lines, String source) throws IOException {
        return of(lines, source, 0);
    }

    private static DataRows of(List<String> lines, String source, long salt) throws IOException {
        if (lines.size() < 2) {
            throw new IOException("the rows " + source + " must have a line of column names and one row at least");
        }
        List<String> columns = List.of(lines.get(0).split(SEPARATOR, -1));
        List<byte[][]> rows = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            if (!lines.get(i).isEmpty()) {
                rows.add(row(lines.get(i), columns, source + ":" + (i + 1)));
            }
        }
        int nonceColumn = columns.indexOf(NONCE_COLUMN);
        boolean hex = nonceColumn >= 0
                && rows.stream()
                        .allMatch(row -> NONCE.matcher(new String(row[nonceColumn], UTF_8))
                                .matches());
        long[] nonces = hex
                ? rows.stream()
                        .mapToLong(row -> Long.parseUnsignedLong(new String(row[nonceColumn], UTF_8), HEX) ^ salt)
                        .toArray()
                : null;
        return new DataRows(columns, rows.toArray(byte[][][]::new), nonceColumn, nonces);
    }

    private static byte[][] row(String line, List<String> columns, String where) throws IOException {
        String[] fields = line.split(SEPARATOR, -1);
        if (fields.length != columns.size()) {
            throw new IOException(
                    where + ": " + fields.length + " fields, where the first line names " + columns.size());
        }
        return Arrays.stream(fields).map(field -> field.getBytes(UTF_8)).toArray(byte[][]::new);
    }

    public int size() {
        return rows.length;
    }

    /** The number of a column; -1 when there is none of this name. */
    public int column(String name) {
        return columns.indexOf(name);
    }

    public List<String> columns() {
        return columns;
    }

    /** The bytes of a field, shared: callers must not change them. */
    public byte[] field(int row, int column) {
        return rows[row][column];
    }

    /** The column of nonces; -1 when there is none, or not all of them are 16 lower-case hex digits. */
    public int nonceColumn() {
        return nonces == null ? -1 : nonceColumn;
    }

    /**
     * The nonce of a request: that of its row, changed by the round.
     *
     * @param number of the request in the load, from 0
     */
    public long nonce(long number) {
        return nonces[(int) (number % nonces.length)] ^ (number / nonces.length * ROUND);
    }

    /** How many kinds of rows there are, at least 1: the rows of a kind differ in their nonces alone. */
    public int kinds() {
        return kindCount;
    }

    /** The kind of a row, from 0. */
    public int kind(int row) {
        return kinds[row];
    }

    /** The different values of a column, in the order of the rows. */
    public List<String> values(int column) {
        return Arrays.stream(rows)
                .map(row -> new String(row[column], UTF_8))
                .distinct()
                .toList();
    }
}
