package org.busbench.mediation.wire;

/**
 * How much a loop may hold.
 *
 * @param bufferBytes size of one pooled buffer, which is also the most that one read takes; at least 4096
 * @param mostBuffers buffers of one loop; together they bound its memory for bytes under way
 * @param congestedBytes how many bytes may wait for a peer before their sender is asked to stop
 */
public record WireLimits(int bufferBytes, int mostBuffers, int congestedBytes) {

    /** 256 KiB buffers, 128 MiB for each loop, 128 KiB for a peer that does not read. */
    public static final WireLimits USUAL = new WireLimits(256 << 10, 512, 128 << 10);

    /** Checks the figures. */
    public WireLimits {
        if (bufferBytes < 4096 || mostBuffers < 1 || congestedBytes < 1) {
            throw new IllegalArgumentException("wire limits out of range: bufferBytes " + bufferBytes
                    + " (at least 4096), mostBuffers " + mostBuffers + " and congestedBytes " + congestedBytes
                    + " (at least 1)");
        }
    }
}
