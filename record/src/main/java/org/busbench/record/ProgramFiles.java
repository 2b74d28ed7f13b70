package org.busbench.record;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.busbench.common.Sha256;

/** The jars of a checkout that a program runs, as its command line in a record names them: with {@code ${project}} for the checkout. */
public final class ProgramFiles {
    private static final String PROJECT = "${project}/";

    private ProgramFiles() {}

    public static boolean areIn(List<String> commandLine) {
        return jars(commandLine).findAny().isPresent();
    }

    /**
     * One digest of the names and contents that they have now.
     *
     * @return 64 hexadecimal digits; empty when the command line names none, or one is not there
     */
    public static Optional<String> sha256(List<String> commandLine, Path project) throws IOException {
        StringBuilder all = new StringBuilder();
        for (String jar : jars(commandLine).toList()) {
            Path file = project.resolve(jar);
            if (!Files.isRegularFile(file)) {
                return Optional.empty();
            }
            all.append(Sha256.of(file)).append("  ").append(jar).append('\n');
        }
        return all.length() == 0
                ? Optional.empty()
                : Optional.of(Sha256.of(all.toString().getBytes(StandardCharsets.UTF_8)));
    }

    private static Stream<String> jars(List<String> commandLine) {
        return commandLine.stream()
                .flatMap(word -> Stream.of(word.split(":")))
                .filter(entry -> entry.startsWith(PROJECT) && entry.endsWith(".jar"))
                .map(entry -> entry.substring(PROJECT.length()));
    }
}
