package org.busbench.backend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The committed sample messages. */
public final class Samples {
    /** The names of their sizes. */
    public static final List<String> SIZES =
            List.of("500", "1K", "5K", "10K", "100K", "10K-attributes", "100K-attributes");

    private Samples() {}

    public static byte[] read(String size, String file) {
        try {
            return Files.readAllBytes(Path.of("../xslt/messages", size, file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] getQuote(String size) {
        return read(size, "getQuote.xml");
    }

    public static byte[] getQuoteResponse(String size) {
        return read(size, "getQuoteResponse.xml");
    }
}
