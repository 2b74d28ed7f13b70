package org.busbench.reports.raw;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.record.Trial;

/** Facts of trials beyond their figures. An absent fact leaves a gap on the page, never a wrong figure. */
public interface RawData {

    /** That of the directory where {@code run.json} lies. */
    static RawData of(Path runDirectory) {
        return new EvidenceFolders(runDirectory);
    }

    /** No raw data at all, as when only the record was kept. */
    static RawData none() {
        return new RawData() {
            @Override
            public Optional<Distribution> latencies(List<Trial> trials) {
                return Optional.empty();
            }

            @Override
            public Map<String, long[]> errors(Trial trial) {
                return Map.of();
            }
        };
    }

    /**
     * Latencies of the measured windows of several trials together; empty unless those of each measured trial are
     * known, and there are responses.
     */
    Optional<Distribution> latencies(List<Trial> trials);

    /** Errors of a trial by second of its window, for each class with an error; empty when there was none, or it is not known. */
    Map<String, long[]> errors(Trial trial);
}
