package org.busbench.harness.text;

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
