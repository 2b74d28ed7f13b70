package org.busbench.harness.text;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;

/** Something that the user can put right. The message is one line: what is wrong, with the offending value, and what to do. */
public class Problem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Problem(String message) {
        super(message);
    }

    /** A problem with the fault of a lower layer behind it, which {@code message} already names. */
    public Problem(String message, Throwable cause) {
        super(message, cause);
    }

    /** Work with files. */
    @FunctionalInterface
    public interface FileWork<T> {
        T result() throws IOException;
    }

    /** Does some work. Where it fails, {@code what} failed, as in {@code cannot read FILE}, and the reason stands behind it. */
    public static <T> T ifFails(String what, FileWork<T> work) {
        try {
            return work.result();
        } catch (IOException failed) {
            throw new Problem(what + ": " + brief(failed), failed);
        }
    }

    /** Says in a few words what a lower layer's exception means, for the end of a one-line message. */
    public static String brief(Throwable fault) {
        if (fault instanceof CharacterCodingException) {
            return "it is not UTF-8: save it as UTF-8";
        }
        String message = fault.getMessage();
        String kind = fault.getClass().getSimpleName().replaceAll("Exception$", "");
        if (message == null || message.isBlank()) {
            return kind;
        }
        String line = message.lines().findFirst().orElse("").strip();
        return fault instanceof java.nio.file.FileSystemException ? kind + ": " + line : line;
    }
}
