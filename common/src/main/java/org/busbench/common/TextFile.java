package org.busbench.common;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Text files in UTF-8: those that people write, with or without a byte order mark, and those of our own jars. */
public final class TextFile {
    private static final String MARK = "\uFEFF";

    private TextFile() {}

    /**
     * Reads a file whole, without its byte order mark.
     *
     * @throws IOException when it cannot be read; when it is in another encoding, with its line and the remedy
     */
    public static String read(Path file) throws IOException {
        return read(file, true);
    }

    /**
     * The same of a file whose writer may have been killed: a last character of which bytes are missing is left out.
     *
     * @throws IOException as {@link #read(Path)}
     */
    public static String readCut(Path file) throws IOException {
        return read(file, false);
    }

    private static String read(Path file, boolean whole) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer text = ByteBuffer.wrap(bytes);
        CharBuffer chars = CharBuffer.allocate(bytes.length);
        if (UTF_8.newDecoder().decode(text, chars, whole).isError()) {
            long line = 1;
            for (int i = 0; i < text.position(); i++) {
                line += bytes[i] == '\n' ? 1 : 0;
            }
            throw new IOException(String.format(
                    Locale.ROOT,
                    "line %d: byte 0x%02x is not UTF-8: save the file as UTF-8",
                    line,
                    bytes[text.position()] & 0xff));
        }
        String read = chars.flip().toString();
        return read.startsWith(MARK) ? read.substring(MARK.length()) : read;
    }

    /** Reads a file that stands beside a class in its jar. */
    public static String resource(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the program's own jar");
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
