package org.busbench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.busbench.harness.ProjectFiles;

/**
 * The blocks of {@code docs/hosts.md}. Their first lines say what they are: {@code yaml NAME} and {@code properties NAME} a file that
 * the reader writes, {@code sh} commands to be typed one after another, {@code sh terminals} commands in a terminal each, {@code text
 * printed} what the commands before print, with other numbers, and {@code text} what cannot be foretold.
 */
final class ScalingPage {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^(?:## ([^\\n]+)|```([^\\n]*)\\n(.*?)^```)$");
    private static final Pattern FILE = Pattern.compile("(?:yaml|properties) ([\\w-]+\\.(?:yaml|properties))");
    private static final List<String> KINDS = List.of("sh", "sh terminals", "text printed", "text");

    private ScalingPage() {}

    /**
     * A block.
     *
     * @param section heading above it
     * @param kind its first line
     */
    record Block(String section, String kind, String text) {
        private boolean isFile() {
            return FILE.matcher(kind).matches();
        }

        /** The commands, where a line that ends in a backslash goes on in the next one. */
        List<String> lines() {
            return text.replaceAll(" \\\\\\n\\s*", " ").lines().toList();
        }

        /** A pattern of what is printed: each number stands for any number. */
        Pattern printed() {
            return Pattern.compile(Pattern.compile("(?<![A-Za-z])[0-9]+(?:\\.[0-9]+)?")
                    .splitAsStream(text.strip())
                    .map(Pattern::quote)
                    .collect(Collectors.joining("[0-9]+(?:\\.[0-9]+)?")));
        }
    }

    /** All of them. */
    static List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        String section = "";
        Matcher found = BLOCK.matcher(Files.readString(ProjectFiles.ROOT.resolve("docs/hosts.md")));
        while (found.find()) {
            if (found.group(1) != null) {
                section = found.group(1);
                continue;
            }
            Block block = new Block(section, found.group(2), found.group(3));
            assertThat(block.isFile() || KINDS.contains(block.kind()))
                    .as("a block of a known kind: ```%s", block.kind())
                    .isTrue();
            blocks.add(block);
        }
        return blocks;
    }

    /** Those of a section that are no files. */
    static List<Block> steps(String section) throws IOException {
        return blocks().stream()
                .filter(block -> block.section().equals(section) && !block.isFile())
                .toList();
    }

    /**
     * Writes all files of the page. Only how long and with how many users is loaded is another: these numbers are the reader's.
     *
     * @param folder the reader's
     */
    static void writeFiles(Path folder) throws IOException {
        for (Block block : blocks()) {
            Matcher file = FILE.matcher(block.kind());
            if (file.matches()) {
                String name = file.group(1);
                String text = block.text()
                        .replaceAll("(?m)^(primer|warmup): [0-9]+s$", "$1: 300ms")
                        .replaceAll("(?m)^UserThreads=[0-9]+$", "UserThreads=" + ScalingIT.USERS)
                        .replaceAll("(?m)^duration=[0-9]+$", "duration=120\nloops=" + ScalingIT.LOOPS);
                Files.writeString(folder.resolve(name), name.equals("curve.yaml") ? light(text) : paced(text));
            }
        }
    }

    /** The fewest clients, so that the processors have little to do. */
    private static String light(String suite) {
        return suite.replaceAll("(?m)^concurrency: \\[[0-9]+]$", "concurrency: [1]")
                .replaceAll("(?m)^measure: [0-9]+s$", "measure: 700ms");
    }

    /** Windows of several injectors may differ by a small part of their length alone, and a busy machine delays one by some tenths of a second. */
    private static String paced(String suite) {
        return suite.replaceAll("(?m)^measure: [0-9]+s$", "measure: 8s");
    }
}
