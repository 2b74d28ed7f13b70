package org.busbench.xslt.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Writes the sample messages: {@code java org.busbench.xslt.sample.SampleMessages TARGET_DIR}. */
public final class SampleMessages {
    private SampleMessages() {}

    /**
     * Writes a folder per size into the folder given.
     *
     * @throws IOException when a file cannot be written
     */
    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            System.err.println("SampleMessages needs one argument, the folder to write into, and got " + args.length);
            System.exit(2);
        }
        write(Path.of(args[0]));
    }

    public static Map<String, String> files(SampleSize size) {
        SampleSet samples = SampleSet.of(size);
        return Map.of(
                "getQuote.xml", samples.getQuote(),
                "getQuoteResponse.xml", samples.getQuoteResponse(),
                "checkPrice.xml", samples.checkPrice(),
                "checkPriceResponse.xml", samples.checkPriceResponse());
    }

    private static void write(Path target) throws IOException {
        for (SampleSize size : SampleSize.values()) {
            Path folder = Files.createDirectories(target.resolve(size.folder()));
            for (Map.Entry<String, String> file : files(size).entrySet()) {
                Files.writeString(folder.resolve(file.getKey()), file.getValue());
            }
        }
    }
}
