package org.busbench.harness.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The first rows of a sample log that say why something failed.
 *
 * @param rows at most {@value #MOST}, in the order of the log
 */
public record FirstFailures(List<String> header, List<List<String>> rows) {

    static final int MOST = 20;

    public FirstFailures {
        header = List.copyOf(header);
        rows = rows.stream().map(List::copyOf).toList();
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Writes them as CSV, the header first. */
    public void writeTo(Path file) throws IOException {
        SampleLog.write(file, Stream.concat(Stream.of(header), rows.stream()).toList());
    }
}
