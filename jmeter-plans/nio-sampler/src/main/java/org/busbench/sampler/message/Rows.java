package org.busbench.sampler.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What differs from request to request: the rows of a CSV file whose first line names the columns. Immutable. */
public final class Rows {
    private static final String SEPARATOR = ",";
    private static final String NONCE_COLUMN = "nonce";
    private static final String NONCE = "[0-9a-f]{16}";
    private static final int HEX = 16;

    private final List<String> columns;
    private final byte[][][] rows;
    private final int nonceColumn;
    private final long[] nonces;
    private final int[] kinds;
    private final int kindCount;

    private Rows(List<String> columns, byte[][][] rows, int nonceColumn, long[] nonces) {
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
     * Reads a file. Its fields are separated by commas, without quotes.
     *
     * @param file the file
     * @return its rows
     * @throws SettingException when it cannot be read or a row has fewer or more fields than the header
     */
    public static Rows read(Path file) throws SettingException {
        return read(file, 0);
    }

    /**
     * Reads a file, and makes its nonces others.
     *
     * @param file the file
     * @param salt by which all nonces are changed (exclusive or); 0 leaves them as they are
     * @return its rows
     * @throws SettingException when it cannot be read or a row has fewer or more fields than the header
     */
    public static Rows read(Path file, long salt) throws SettingException {
        try {
            return of(Files.readAllLines(file, UTF_8), file.toString(), salt);
        } catch (IOException unreadable) {
            throw new SettingException("the rows " + file + " cannot be read: " + unreadable);
        }
    }

    static Rows of(List<String> lines, String source) throws SettingException {
        return of(lines, source, 0);
    }

    private static Rows of(List<String> lines, String source, long salt) throws SettingException {
        if (lines.size() < 2) {
            throw new SettingException("the rows " + source + " must have a line of column names and one row at least");
        }
        List<String> columns = List.of(lines.get(0).split(SEPARATOR, -1));
        List<byte[][]> rows = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            if (!lines.get(i).isEmpty()) {
                rows.add(row(lines.get(i), columns, source + ":" + (i + 1)));
            }
        }
        int nonceColumn = columns.indexOf(NONCE_COLUMN);
        boolean hex =
                nonceColumn >= 0 && rows.stream().allMatch(row -> new String(row[nonceColumn], UTF_8).matches(NONCE));
        long[] nonces = hex
                ? rows.stream()
                        .mapToLong(row -> Long.parseUnsignedLong(new String(row[nonceColumn], UTF_8), HEX) ^ salt)
                        .toArray()
                : null;
        return new Rows(columns, rows.toArray(byte[][][]::new), nonceColumn, nonces);
    }

    private static byte[][] row(String line, List<String> columns, String where) throws SettingException {
        String[] fields = line.split(SEPARATOR, -1);
        if (fields.length != columns.size()) {
            throw new SettingException(
                    where + ": " + fields.length + " fields, where the first line names " + columns.size());
        }
        return Arrays.stream(fields).map(field -> field.getBytes(UTF_8)).toArray(byte[][]::new);
    }

    int size() {
        return rows.length;
    }

    /** The number of a column; -1 when there is none of this name. */
    int column(String name) {
        return columns.indexOf(name);
    }

    List<String> columns() {
        return columns;
    }

    byte[] field(int row, int column) {
        return rows[row][column];
    }

    /** The column of nonces; -1 when there is none, or not all of them are 16 lower-case hex digits. */
    int nonceColumn() {
        return nonces == null ? -1 : nonceColumn;
    }

    long nonce(int row) {
        return nonces[row];
    }

    /**
     * How many kinds of rows there are: those of a kind differ in their nonces alone.
     *
     * @return at least 1
     */
    public int kinds() {
        return kindCount;
    }

    /** The kind of a row, from 0. */
    int kind(int row) {
        return kinds[row];
    }

    /** The different values of a column, in the order of the rows. */
    List<String> values(int column) {
        return Arrays.stream(rows)
                .map(row -> new String(row[column], UTF_8))
                .distinct()
                .toList();
    }
}
