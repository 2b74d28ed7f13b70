package org.busbench.plans;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The rows of {@code data/quotes.csv}. */
final class QuoteRows {
    private QuoteRows() {}

    /** What makes one request different from the next. */
    record Row(String symbol, String nonce, String route) {}

    static List<Row> rows() {
        try {
            return Files.readAllLines(Path.of("data/quotes.csv")).stream()
                    .skip(1)
                    .map(line -> line.split(",", -1))
                    .map(cells -> new Row(cells[0], cells[1], cells[2]))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
