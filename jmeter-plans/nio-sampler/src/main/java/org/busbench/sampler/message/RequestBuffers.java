package org.busbench.sampler.message;

import java.nio.ByteBuffer;

/** Encoded requests of one loop, in native memory: making one is writing its values over those of the one before. */
public final class RequestBuffers {
    private final RequestTemplate template;
    private final ByteBuffer[] buffers;

    /**
     * Buffers without content yet.
     *
     * @param template what they hold
     */
    public RequestBuffers(RequestTemplate template) {
        this.template = template;
        this.buffers = new ByteBuffer[template.shapes()];
    }

    /**
     * The request with these values. The same values give the same bytes, so that a request which could not be written
     * at once is made again for its rest.
     *
     * @param fields the values
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
