package org.busbench.reports.export;

import java.util.List;
import java.util.stream.IntStream;
import org.busbench.reports.raw.Distribution;

/**
 * How latencies of a cell are spread, as {@link Results} writes it, in microseconds: the curve of percentiles, and a
 * histogram whose bins are equally wide on a logarithmic axis.
 *
 * @param responses verified, of all measured trials together
 * @param quantiles where the curve is known; 0 is the shortest latency
 * @param maxMicros the longest latency
 * @param binEdgesMicros from the start of the first bin to the end of the last, one more than there are bins
 */
record LatencyCurve(
        long responses,
        List<Double> quantiles,
        List<Double> micros,
        double maxMicros,
        List<Double> binEdgesMicros,
        List<Long> binResponses) {

    static LatencyCurve of(Distribution distribution) {
        return new LatencyCurve(
                distribution.count(),
                Distribution.QUANTILES.subList(0, distribution.micros().size()),
                distribution.micros(),
                distribution.maxMicros(),
                IntStream.rangeClosed(0, distribution.bins().size())
                        .mapToObj(bin -> Distribution.edgeMicros(distribution.firstBin() + bin))
                        .toList(),
                distribution.bins());
    }
}
