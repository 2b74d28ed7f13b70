package org.busbench.sampler.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.common.DataRows;

/**
 * Text with marks: {@code @symbol@} stands for the value of the column {@code symbol}, and {@code @seq@} for the number of the
 * request where there is no such column. Any other {@code @} is itself. What no request changes is text: a long value that is
 * repeated in a long message is written once.
 */
record Template(List<Piece> pieces) {
    private static final Pattern MARK = Pattern.compile("@([A-Za-z][A-Za-z0-9_]*)@");

    /** A text, or a column in its place. */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    private record Piece(byte[] text, int column) {
        private boolean isMark() {
            return column >= 0;
        }
    }

    static Template of(String text, DataRows rows) {
        List<Piece> pieces = new ArrayList<>();
        Matcher mark = MARK.matcher(text);
        int end = 0;
        int searchFrom = 0;
        while (mark.find(searchFrom)) {
            int column = column(mark.group(1), rows);
            searchFrom = column < 0 ? mark.end() - 1 : mark.end();
            if (column >= 0) {
                addText(pieces, text.substring(end, mark.start()));
                pieces.add(rows.isConstant(column) ? new Piece(rows.field(0, column), -1) : new Piece(null, column));
                end = mark.end();
            }
        }
        addText(pieces, text.substring(end));
        return new Template(List.copyOf(pieces));
    }

    private static int column(String name, DataRows rows) {
        int column = rows.column(name);
        return column < 0 && name.equals(Fields.NUMBER) ? Fields.numberColumn(rows) : column;
    }

    private static void addText(List<Piece> pieces, String text) {
        if (!text.isEmpty()) {
            pieces.add(new Piece(text.getBytes(UTF_8), -1));
        }
    }

    /** The columns whose values occur, in order. */
    int[] columns() {
        return pieces.stream()
                .filter(Piece::isMark)
                .mapToInt(piece -> piece.column)
                .toArray();
    }

    /** Where the values of {@link #columns()} begin, for these values. */
    int[] positions(Fields fields) {
        List<Integer> positions = new ArrayList<>();
        int at = 0;
        for (Piece piece : pieces) {
            if (piece.isMark()) {
                positions.add(at);
            }
            at += bytes(piece, fields).length;
        }
        return positions.stream().mapToInt(Integer::intValue).toArray();
    }

    byte[] fill(Fields fields) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Piece piece : pieces) {
            all.writeBytes(bytes(piece, fields));
        }
        return all.toByteArray();
    }

    /** Fills in the values without allocating; returns the length, or -1 when the target is too short. */
    int fill(Fields fields, byte[] target) {
        int length = 0;
        for (int i = 0; i < pieces.size(); i++) {
            byte[] bytes = bytes(pieces.get(i), fields);
            if (length + bytes.length > target.length) {
                return -1;
            }
            System.arraycopy(bytes, 0, target, length, bytes.length);
            length += bytes.length;
        }
        return length;
    }

    private static byte[] bytes(Piece piece, Fields fields) {
        return piece.isMark() ? fields.value(piece.column) : piece.text;
    }
}
