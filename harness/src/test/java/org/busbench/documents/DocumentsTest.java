package org.busbench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Markdown of the project: links that lead somewhere, lines that fit on a screen, a short README, few pages. */
class DocumentsTest {
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final int MOST_README_WORDS = 700;
    private static final int MOST_PAGES = 14;
    private static final int LONGEST_LINE = 140;
    private static final int LONGEST_ROW = 240;

    static List<Path> documents() throws IOException {
        try (Stream<Path> files = Files.walk(PROJECT)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .map(PROJECT::relativize)
                    .filter(file -> Stream.of("target", "runs", ".git")
                            .noneMatch(folder ->
                                    file.startsWith(folder) || file.toString().contains("/" + folder + "/")))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyLinkLeadsToAFileAndAHeading(Path document) throws IOException {
        List<String> broken = new ArrayList<>();
        Matcher link = LINK.matcher(Files.readString(PROJECT.resolve(document)));
        while (link.find()) {
            String target = link.group(1);
            if (!target.contains("://") && !leadsSomewhere(document, target)) {
                broken.add(target);
            }
        }
        assertThat(broken).as("links of %s", document).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyLineFitsOnAScreen(Path document) throws IOException {
        List<String> tooLong = new ArrayList<>();
        boolean code = false;
        for (String line : Files.readAllLines(PROJECT.resolve(document))) {
            code ^= line.strip().startsWith("```");
            int longest = line.startsWith("|") ? LONGEST_ROW : LONGEST_LINE;
            if (!code && line.length() > longest) {
                tooLong.add(line.length() + " characters: " + line);
            }
        }
        assertThat(tooLong).as("lines of %s", document).isEmpty();
    }

    @Test
    void theReadmeIsReadInFiveMinutes() throws IOException {
        assertThat(Files.readString(PROJECT.resolve("README.md")).split("\\s+"))
                .hasSizeLessThanOrEqualTo(MOST_README_WORDS);
    }

    @Test
    void aReaderFindsOneOfFewPages() throws IOException {
        assertThat(documents().stream().filter(file -> file.startsWith("docs"))).hasSizeLessThanOrEqualTo(MOST_PAGES);
    }

    @Test
    void aBrokenLinkWouldBeNoticed() {
        assertThat(leadsSomewhere(Path.of("README.md"), "docs/cli.md")).isTrue();
        assertThat(leadsSomewhere(Path.of("README.md"), "docs/absent.md")).isFalse();
        assertThat(leadsSomewhere(Path.of("README.md"), "docs/cli.md#the-command-line"))
                .isTrue();
        assertThat(leadsSomewhere(Path.of("README.md"), "docs/cli.md#absent")).isFalse();
    }

    private static boolean leadsSomewhere(Path document, String target) {
        String[] parts = target.split("#", 2);
        return folders(document)
                .map(folder -> parts[0].isEmpty() ? PROJECT.resolve(document) : folder.resolve(parts[0]))
                .anyMatch(file -> Files.exists(file)
                        && (parts.length == 1 || anchors(file).contains(parts[1])));
    }

    /** The README of the mediator's archive lies there beside the licence and the mediator's page. */
    private static Stream<Path> folders(Path document) {
        return document.equals(Path.of("mediation/src/dist/README.md"))
                ? Stream.of(PROJECT, PROJECT.resolve("docs"))
                : Stream.of(PROJECT.resolve(document).resolveSibling(".").normalize());
    }

    /** Anchors as GitHub makes them of headings. */
    private static Set<String> anchors(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith("#"))
                    .map(line -> line.replaceFirst("^#+\\s*", "")
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\p{L}\\p{N} _-]", "")
                            .replace(' ', '-'))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
