package org.busbench.harness.text;

import java.nio.file.Path;

/** A problem in a line of a file, shown as {@code FILE:LINE: message}. */
public class ConfigProblem extends Problem {
    private static final long serialVersionUID = 1L;

    private final transient Path file;
    private final int line;
    private final String problem;

    /** A problem at a line, counted from 1. */
    public ConfigProblem(Path file, int line, String problem) {
        this(file, line, problem, null);
    }

    /** A problem at a place, with the fault behind it. */
    public ConfigProblem(Path file, int line, String problem, Throwable cause) {
        super(shown(file) + ":" + line + ": " + problem, cause);
        this.file = file;
        this.line = line;
        this.problem = problem;
    }

    public Path file() {
        return file;
    }

    /** The line, counted from 1. */
    public int line() {
        return line;
    }

    /** The message without the place. */
    public String problem() {
        return problem;
    }

    /** The file as one would type it here: relative when it lies below the current directory. */
    public static String shown(Path file) {
        Path here = Path.of("").toAbsolutePath();
        Path there = file.toAbsolutePath().normalize();
        return there.startsWith(here) && !there.equals(here)
                ? here.relativize(there).toString()
                : there.toString();
    }
}
