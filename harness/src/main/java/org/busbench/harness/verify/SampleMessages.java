package org.busbench.harness.verify;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.busbench.harness.text.Problem;

/** The sample messages of {@code xslt/messages}, with their symbol and nonce replaced. */
final class SampleMessages {

    /** The symbol that the samples carry where routing looks. */
    static final String SYMBOL = "IBM";

    /** The nonce that the samples carry. */
    static final String NONCE = "0123456789abcdef";

    private final Path folder;

    SampleMessages(Path folder) {
        this.folder = folder;
    }

    /** A message of a size, with the first element's symbol and the nonce replaced. */
    byte[] message(String name, String payload, String symbol, String nonce) {
        Path file = folder.resolve(payload).resolve(name + ".xml");
        String text;
        try {
            text = Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new Problem(
                    "no sample message " + file + ": payload '" + payload + "' is not one of the sizes there", e);
        } catch (IOException e) {
            throw new Problem("the sample message " + file + " cannot be read: " + Problem.brief(e), e);
        }
        return text.replaceFirst(">" + SYMBOL + "<", ">" + symbol + "<")
                .replace(NONCE, nonce)
                .getBytes(StandardCharsets.UTF_8);
    }
}
