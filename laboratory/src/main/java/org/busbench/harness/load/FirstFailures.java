package org.busbench.harness.load;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

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

    /** Writes them as CSV (RFC 4180), the header first. */
    public void writeTo(Path file) throws IOException {
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file)) {
            csv.writeRecord(header);
            rows.forEach(csv::writeRecord);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
