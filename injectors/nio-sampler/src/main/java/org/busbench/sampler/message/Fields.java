package org.busbench.sampler.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.busbench.common.DataRows;

/**
 * The values that one request was made with: those of a row, save that a nonce of 16 hex digits is a new one each time
 * that the rows begin again. So no nonce occurs twice in a load, and no stale or cached answer can pass for the right
 * one. Reused from request to request; not thread safe.
 */
public final class Fields {
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(UTF_8);

    /** The placeholder of a request's number: ten digits from 0000000001, so that all requests are equally long. */
    static final String NUMBER = "seq";

    private static final int NUMBER_DIGITS = 10;

    private final DataRows rows;
    private final boolean numbered;
    private final byte[] number = new byte[NUMBER_DIGITS];
    private final byte[][] values;
    private final byte[] nonce;
    private int row;

    /** Fields without values yet, and whether requests carry their number. */
    public Fields(DataRows rows, boolean numbered) {
        this.rows = rows;
        this.numbered = numbered;
        this.values = new byte[rows.columns().size() + 1][];
        values[numberColumn(rows)] = number;
        this.nonce = rows.nonceColumn() < 0 ? null : new byte[16];
    }

    /** Takes the values of a request, by its number in the load, from 0. */
    public void take(long number) {
        row = (int) (number % rows.size());
        for (int column = 0; column < values.length - 1; column++) {
            values[column] = rows.field(row, column);
        }
        if (numbered) {
            decimal(number + 1);
        }
        if (nonce != null) {
            hex(rows.nonce(number));
            values[rows.nonceColumn()] = nonce;
        }
    }

    /** The column beyond those of the rows. */
    static int numberColumn(DataRows rows) {
        return rows.columns().size();
    }

    private void decimal(long value) {
        long left = value;
        for (int i = NUMBER_DIGITS - 1; i >= 0; i--) {
            number[i] = (byte) ('0' + left % 10);
            left /= 10;
        }
    }

    private void hex(long value) {
        for (int i = 0; i < nonce.length; i++) {
            nonce[i] = DIGITS[(int) (value >>> (60 - 4 * i)) & 15];
        }
    }

    int row() {
        return row;
    }

    byte[] value(int column) {
        return values[column];
    }

    /** Whether this request is wrong on purpose and must be refused. */
    boolean isRefused() {
        return rows.isRefused(row);
    }

    /** Whether this request counts against the limit of its key. */
    public boolean isLimited() {
        return rows.isLimited(row);
    }

    /** Whether this request's nonce is one of 16 hex digits. */
    boolean hasNonce() {
        return nonce != null;
    }

    byte[] nonce() {
        return nonce;
    }

    /** The kind of the request, from 0: those of one kind differ in their nonces alone. */
    public int kind() {
        return rows.kind(row);
    }

    /** A copy of the nonce of 16 hex digits as it stands in the request; empty when there is none. */
    public byte[] nonceBytes() {
        return nonce == null ? new byte[0] : nonce.clone();
    }

    /** The values with the names of their columns, for people: {@code symbol=IBM, nonce=...}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < rows.columns().size(); column++) {
            text.append(text.length() == 0 ? "" : ", ")
                    .append(rows.columns().get(column))
                    .append('=')
                    .append(new String(values[column], UTF_8));
        }
        return text.toString();
    }
}
