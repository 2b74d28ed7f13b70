package org.busbench.sampler.http;

/** Takes the body of an answer, without its framing, in as many slices as it comes in. */
@FunctionalInterface
public interface Body {
    /**
     * Takes the next bytes; they are valid during the call only.
     *
     * @param bytes holds the slice
     * @param from its first byte
     * @param length of the slice; at least 1
     */
    void slice(byte[] bytes, int from, int length);
}
