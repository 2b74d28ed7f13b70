package org.busbench.harness.process;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.busbench.harness.process.ManagedProcess.LogTail;

/** The output and errors of a program that was just started. */
public final class ProgramOutput {
    private static final int BYTES = 64 << 10;
    /** A program may serve before it says so. */
    private static final long WAIT_MILLIS = 1000;

    private static final long PAUSE_MILLIS = 50;

    private ProgramOutput() {}

    /**
     * Looks for what patterns match, and waits a second for what is not there yet.
     *
     * @param patterns with one group each, by name
     * @return what the group of each is in the last line in which it is found, among the newest 64 KiB of output and of
     *     errors; null where there is no such line
     * @throws IOException when the output cannot be read
     */
    public static Map<String, String> found(ProcessSpec spec, Map<String, Pattern> patterns)
            throws IOException, InterruptedException {
        Map<String, String> found = look(spec, patterns);
        for (long waited = 0; found.containsValue(null) && waited < WAIT_MILLIS; waited += PAUSE_MILLIS) {
            Thread.sleep(PAUSE_MILLIS);
            found = look(spec, patterns);
        }
        return found;
    }

    private static Map<String, String> look(ProcessSpec spec, Map<String, Pattern> patterns) throws IOException {
        List<String> lines = Stream.of(LogTail.text(spec.errors(), BYTES), LogTail.text(spec.output(), BYTES))
                .flatMap(String::lines)
                .toList();
        Map<String, String> found = new LinkedHashMap<>();
        patterns.forEach((name, pattern) -> found.put(
                name,
                lines.stream()
                        .map(pattern::matcher)
                        .filter(Matcher::find)
                        .map(matcher -> matcher.group(1))
                        .reduce(null, (first, last) -> last)));
        return found;
    }
}
