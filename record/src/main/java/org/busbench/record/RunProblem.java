package org.busbench.record;

/** A run directory or a sample log that cannot be read. The message is one line for people: {@code FILE:LINE: what is wrong}. */
public final class RunProblem extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** A problem of a file as a whole, or one without a place. */
    public RunProblem(String message) {
        super(oneLine(message));
    }

    public RunProblem(String message, Throwable cause) {
        super(oneLine(message), cause);
    }

    /** Without the names of Java's classes, of which those of files say what is wrong: AccessDenied, NoSuchFile. */
    private static String oneLine(String message) {
        return message.replaceAll("\\s*[\\r\\n]+\\s*", " ")
                .replaceAll("java\\.(io\\.IO|nio\\.file\\.FileSystem)Exception: ", "")
                .replaceAll("java\\.nio\\.file\\.(\\w+)Exception: ", "$1: ");
    }
}
