package org.busbench.common;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
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
    /** In the column {@code route}: the message of this row is wrong on purpose and must be refused. */
    public static final String REFUSED = "refused";

    /** In the column {@code route}: the message of this row has the limited key, and is refused where it is above the rate. */
    public static final String LIMITED = "limited";

    private static final byte[] REFUSED_BYTES = REFUSED.getBytes(UTF_8);
    private static final byte[] LIMITED_BYTES = LIMITED.getBytes(UTF_8);
    private static final String SEPARATOR = ",";
    private static final String NONCE_COLUMN = "nonce";
    private static final String ROUTE_COLUMN = "route";
    private static final int HEX = 16;
    private static final Pattern NONCE = Pattern.compile("[0-9a-f]{16}");
    /** An odd multiplier, so that different rounds change a nonce differently. */
    private static final long ROUND = 0x9E3779B97F4A7C15L;

    private final List<String> columns;
    private final byte[][][] rows;
    private final int nonceColumn;
    private final int routeColumn;
    private final long[] nonces;
    private final int[] kinds;
    private final int kindCount;

    private DataRows(List<String> columns, byte[][][] rows, long[] nonces, int[] kinds, int kindCount) {
        this.columns = columns;
        this.rows = rows;
        this.nonceColumn = nonces == null ? -1 : columns.indexOf(NONCE_COLUMN);
        this.routeColumn = columns.indexOf(ROUTE_COLUMN);
        this.nonces = nonces;
        this.kinds = kinds;
        this.kindCount = kindCount;
    }

    /**
     * Reads a file.
     *
     * @throws IOException when it cannot be read, a row has fewer or more fields than the header, a field is quoted, or
     *     two rows have the same nonce; the message names file and line
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
        String text;
        try {
            text = TextFile.read(file);
        } catch (IOException unreadable) {
            throw new IOException("the rows " + file + " cannot be read: " + unreadable.getMessage(), unreadable);
        }
        return of(text.lines().iterator(), file.toString(), salt);
    }

    /** Rows that are in memory. */
    public static DataRows of(List<String> lines, String source) throws IOException {
        return of(lines.iterator(), source, 0);
    }

    /** Of each row it keeps little more than its fields: a million of them shall fit into the heap. */
    private static DataRows of(Iterator<String> lines, String source, long salt) throws IOException {
        List<String> columns = lines.hasNext() ? List.of(lines.next().split(SEPARATOR, -1)) : List.of();
        if (!lines.hasNext()) {
            throw new IOException("the rows " + source + " must have a line of column names and one row at least");
        }
        int nonceColumn = columns.indexOf(NONCE_COLUMN);
        boolean areHex = nonceColumn >= 0;
        List<byte[][]> rows = new ArrayList<>();
        for (int number = 2; lines.hasNext(); number++) {
            String line = lines.next();
            if (!line.isEmpty()) {
                String[] fields = fields(line, columns, source + ":" + number);
                areHex = areHex && NONCE.matcher(fields[nonceColumn]).matches();
                rows.add(Arrays.stream(fields)
                        .map(field -> field.getBytes(UTF_8))
                        .toArray(byte[][]::new));
            }
        }
        long[] nonces = areHex
                ? rows.stream()
                        .mapToLong(row -> Long.parseUnsignedLong(new String(row[nonceColumn], UTF_8), HEX) ^ salt)
                        .toArray()
                : null;
        if (areHex && Arrays.stream(nonces).distinct().count() < nonces.length) {
            throw new IOException(
                    source + ": two rows have the same nonce, and their messages could not be told apart");
        }
        Map<Kind, Integer> known = new HashMap<>();
        int[] kinds = new int[rows.size()];
        for (int row = 0; row < kinds.length; row++) {
            byte[][] kind = rows.get(row);
            if (areHex) {
                kind = kind.clone();
                kind[nonceColumn] = null;
            }
            kinds[row] = known.computeIfAbsent(new Kind(kind), unused -> known.size());
        }
        return new DataRows(columns, rows.toArray(byte[][][]::new), nonces, kinds, known.size());
    }

    /** What a row says, its nonce apart. */
    private static final class Kind {
        private final byte[][] fields;

        Kind(byte[][] fields) {
            this.fields = fields;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Kind kind && Arrays.deepEquals(fields, kind.fields);
        }

        @Override
        public int hashCode() {
            return Arrays.deepHashCode(fields);
        }
    }

    private static String[] fields(String line, List<String> columns, String where) throws IOException {
        String[] fields = line.split(SEPARATOR, -1);
        if (fields.length != columns.size()) {
            throw new IOException(
                    where + ": " + fields.length + " fields, where the first line names " + columns.size());
        }
        for (String field : fields) {
            if (field.startsWith("\"")) {
                throw new IOException(where + ": the field " + field + " is quoted, and would be sent with its quotes:"
                        + " leave them out; a comma ends a field in any case");
            }
        }
        return fields;
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
        return nonceColumn;
    }

    /**
     * The nonce of a request: that of its row, changed by the round.
     *
     * @param number of the request in the load, from 0
     */
    public long nonce(long number) {
        return nonces[(int) (number % nonces.length)] ^ (number / nonces.length * ROUND);
    }

    /** Whether all requests have the same value in a column; not of a number that is none, as of that of the requests. */
    public boolean isConstant(int column) {
        return column != nonceColumn
                && column < columns.size()
                && Arrays.stream(rows).allMatch(row -> Arrays.equals(row[column], rows[0][column]));
    }

    /** How many kinds of rows there are, at least 1: the rows of a kind differ in their nonces alone. */
    public int kinds() {
        return kindCount;
    }

    /** The first row of each kind, in their order: all values but the nonces stand in them. */
    public int[] firstOfEachKind() {
        int[] first = new int[kindCount];
        int next = 0;
        for (int row = 0; row < rows.length && next < kindCount; row++) {
            if (kinds[row] == next) {
                first[next++] = row;
            }
        }
        return first;
    }

    public int kind(int row) {
        return kinds[row];
    }

    public boolean isRefused(int row) {
        return routeColumn >= 0 && Arrays.equals(rows[row][routeColumn], REFUSED_BYTES);
    }

    /** Whether the message of a row counts against the limit of its key. */
    public boolean isLimited(int row) {
        return routeColumn >= 0 && Arrays.equals(rows[row][routeColumn], LIMITED_BYTES);
    }

    /** The different values of a column, in the order of the rows. */
    public List<String> values(int column) {
        return Arrays.stream(rows)
                .map(row -> new String(row[column], UTF_8))
                .distinct()
                .toList();
    }
}
