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

    private final DataRows rows;
    private final byte[][] values;
    private final byte[] nonce;
    private int row;

    /** Fields without values yet. */
    public Fields(DataRows rows) {
        this.rows = rows;
        this.values = new byte[rows.columns().size()][];
        this.nonce = rows.nonceColumn() < 0 ? null : new byte[16];
    }

    /**
     * Takes the values of a request.
     *
     * @param number of the request in the load, from 0
     */
    public void take(long number) {
        row = (int) (number % rows.size());
        for (int column = 0; column < values.length; column++) {
            values[column] = rows.field(row, column);
        }
        if (nonce != null) {
            hex(rows.nonce(number));
            values[rows.nonceColumn()] = nonce;
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

    /** Whether this request's nonce is one of 16 hex digits. */
    boolean hasNonce() {
        return nonce != null;
    }

    byte[] nonce() {
        return nonce;
    }

    /**
     * The kind of the request: those of one kind differ in their nonces alone.
     *
     * @return from 0
     */
    public int kind() {
        return rows.kind(row);
    }

    /**
     * The nonce of 16 hex digits as it stands in the request.
     *
     * @return a copy; empty when there is none
     */
    public byte[] nonceBytes() {
        return nonce == null ? new byte[0] : nonce.clone();
    }

    /** The values with the names of their columns, for people: {@code symbol=IBM, nonce=...}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < values.length; column++) {
            text.append(text.length() == 0 ? "" : ", ")
                    .append(rows.columns().get(column))
                    .append('=')
                    .append(new String(values[column], UTF_8));
        }
        return text.toString();
    }
}
