package org.busbench.sampler.message;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.busbench.common.DataRows;

/**
 * A request, encoded once for each of its lengths: requests whose values have equal lengths differ only in the bytes
 * of the values. Immutable, shared by all loops.
 */
public final class RequestTemplate {
    /** Encodings are kept ready; data with more lengths than these would fill the memory. */
    private static final int MOST_SHAPES = 256;

    private final DataRows rows;
    private final List<Shape> shapes = new ArrayList<>();
    private final int[] shapeOfRow;
    private final boolean numbered;

    /** A whole request of one length, and where its values are. */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    record Shape(byte[] request, int[] columns, int[] positions) {
        ByteBuffer newBuffer() {
            ByteBuffer buffer = ByteBuffer.allocateDirect(request.length);
            return buffer.put(request).clear();
        }

        /** Writes the values over those of another request of this shape. */
        void splice(Fields fields, ByteBuffer buffer) {
            for (int i = 0; i < columns.length; i++) {
                buffer.put(positions[i], fields.value(columns[i]));
            }
        }
    }

    /**
     * Encodes a request for all rows.
     *
     * @param head request line and header fields, with marks, each ended by CRLF; without Content-Length
     * @throws SettingException when the values have too many different lengths
     */
    public RequestTemplate(DataRows rows, String head, String body) throws SettingException {
        this.rows = rows;
        this.shapeOfRow = new int[rows.size()];
        Template bodyTemplate = Template.of(body, rows);
        Template marks = Template.of(head + body, rows);
        this.numbered = Arrays.stream(marks.columns()).anyMatch(column -> column == Fields.numberColumn(rows));
        Map<List<Integer>, Integer> known = new HashMap<>();
        Fields fields = new Fields(rows, true);
        for (int row = 0; row < shapeOfRow.length; row++) {
            fields.take(row);
            List<Integer> lengths = Arrays.stream(marks.columns())
                    .mapToObj(column -> fields.value(column).length)
                    .toList();
            Integer shape = known.get(lengths);
            if (shape == null) {
                shape = shapes.size();
                known.put(lengths, shape);
                shapes.add(shape(head, body, bodyTemplate.fill(fields).length, fields));
            }
            shapeOfRow[row] = shape;
        }
        if (shapes.size() > MOST_SHAPES) {
            throw new SettingException("the values in the rows have " + shapes.size()
                    + " different combinations of lengths: at most " + MOST_SHAPES + " are possible");
        }
    }

    private Shape shape(String head, String body, int bodyLength, Fields fields) {
        // Of these methods, a request without a body says so (RFC 9110, section 8.6).
        boolean length = bodyLength > 0 || head.matches("(?s)(?:POST|PUT|PATCH) .*");
        Template whole =
                Template.of(head + (length ? "Content-Length: " + bodyLength + "\r\n" : "") + "\r\n" + body, rows);
        return new Shape(whole.fill(fields), whole.columns(), whole.positions(fields));
    }

    public boolean isNumbered() {
        return numbered;
    }

    int shapes() {
        return shapes.size();
    }

    int shapeOf(int row) {
        return shapeOfRow[row];
    }

    Shape shape(int number) {
        return shapes.get(number);
    }

    /** Encoded requests of one loop, in native memory: making one is writing its values over those of the one before. */
    public static final class Buffers {
        private final RequestTemplate template;
        private final ByteBuffer[] buffers;

        /** Buffers without content yet. */
        public Buffers(RequestTemplate template) {
            this.template = template;
            this.buffers = new ByteBuffer[template.shapes()];
        }

        /**
         * The request with these values. The same values give the same bytes, so that a request which could not be written
         * at once is made again for its rest.
         *
         * @return the whole request, from position to limit; valid until the next call
         */
        public ByteBuffer request(Fields fields) {
            int number = template.shapeOf(fields.row());
            RequestTemplate.Shape shape = template.shape(number);
            ByteBuffer buffer = buffers[number];
            if (buffer == null) {
                buffer = shape.newBuffer();
                buffers[number] = buffer;
            }
            shape.splice(fields, buffer);
            return buffer.clear();
        }
    }
}
