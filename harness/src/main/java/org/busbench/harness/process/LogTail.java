package org.busbench.harness.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.busbench.harness.text.Problem;

/** The last words of a process. */
final class LogTail {
    private static final int BYTES = 8_192;
    private static final int LINES = 20;
    /** Where in its code a Java program failed tells its developers something; what it said tells everybody. */
    private static final Pattern FRAME =
            Pattern.compile("\\s+(at \\S+\\(.*\\).*|\\.\\.\\. \\d+ (more|common frames omitted))");

    private LogTail() {}

    /** The last lines of what a process wrote: of its errors, or of its output when it wrote no error. */
    static List<String> of(ProcessSpec spec) {
        List<String> errors = of(spec.errors());
        return errors.isEmpty() ? of(spec.output()) : errors;
    }

    private static List<String> of(Path log) {
        if (!Files.exists(log)) {
            return List.of();
        }
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            long from = Math.max(0, file.length() - BYTES);
            byte[] bytes = new byte[(int) (file.length() - from)];
            file.seek(from);
            file.readFully(bytes);
            List<String> lines = new String(bytes, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !FRAME.matcher(line).matches())
                    .toList();
            return lines.subList(Math.max(0, lines.size() - LINES), lines.size());
        } catch (IOException unreadable) {
            return List.of("(the log " + log + " cannot be read: " + Problem.brief(unreadable) + ")");
        }
    }
}
