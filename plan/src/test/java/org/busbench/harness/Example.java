package org.busbench.harness;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A file that somebody could write.
 *
 * @param change what is different from the correct file
 * @param error what the reader says after the file's name, {@code LINE: message}; null when the file is correct
 * @param schemaSees whether the JSON Schema, which sees no other file and no line, refuses it too
 */
public record Example(String change, String text, String error, boolean schemaSees) {

    /** A correct file. */
    public static Example accepted(String change, String text) {
        return new Example(change, text, null, false);
    }

    /** A file in which one stretch of a correct file is replaced. */
    public static Example changed(String correct, String old, String changed) {
        assertThat(correct).as("the correct file has what is to be changed").containsOnlyOnce(old);
        return accepted(changed, correct.replace(old, changed));
    }

    /** What both the reader and the schema refuse. */
    public Example refused(String expected) {
        return new Example(change, text, expected, true);
    }

    /** What the reader alone refuses. */
    public Example refusedByReader(String expected) {
        return new Example(change, text, expected, false);
    }

    @Override
    public String toString() {
        return change.replace('\n', ' ');
    }
}
