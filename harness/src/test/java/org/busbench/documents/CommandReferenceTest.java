package org.busbench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.busbench.harness.cli.Busbench;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * {@code docs/cli.md} is made from the descriptions that {@code --help} prints; picocli takes them as format strings.
 * {@code -Dbusbench.docs.write=true} writes it anew.
 */
class CommandReferenceTest {
    private static final int WIDTH = 132;
    private static final Path FILE = Path.of("..", "docs", "cli.md");

    @Test
    void theReferenceSaysWhatTheCommandLineSays() throws IOException {
        String expected = reference();
        if (Boolean.getBoolean("busbench.docs.write")) {
            Files.writeString(FILE, expected);
        }
        assertThat(Files.readString(FILE))
                .as("docs/cli.md; write it anew with -Dtest=CommandReferenceTest -Dbusbench.docs.write=true")
                .isEqualTo(expected);
    }

    private static String reference() {
        CommandSpec root = Busbench.commandLine().getCommandSpec();
        List<String> lines = new ArrayList<>();
        lines.add("# The command line");
        lines.add("");
        lines.add(
                "A test makes this page from the descriptions that `--help` prints. Options may stand before and after arguments.");
        lines.add("");
        lines.add("| exit code | meaning |");
        lines.add("|---|---|");
        root.usageMessage()
                .exitCodeList()
                .forEach((code, meaning) -> lines.add("| " + code.strip() + " | " + meaning + " |"));
        lines.add("");
        lines.add("## Options of all commands");
        lines.add("");
        options(root, lines, false);
        root.subcommands().values().stream().distinct().forEach(command -> command(command.getCommandSpec(), lines));
        return String.join("\n", lines) + "\n";
    }

    private static void command(CommandSpec command, List<String> lines) {
        if (command.usageMessage().hidden()) {
            return;
        }
        lines.add("");
        lines.add("## " + command.qualifiedName().replace("busbench ", ""));
        lines.add("");
        lines.add("```");
        new CommandLine.Help(command, CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .synopsis(0)
                .strip()
                .lines()
                .forEach(line -> lines.add(line.stripTrailing()));
        lines.add("```");
        lines.add("");
        lines.addAll(wrapped(String.format(sentence(command.usageMessage().description()))));
        if (command.usageMessage().footer().length > 0) {
            lines.add("");
            lines.add("```text");
            Arrays.stream(command.usageMessage().footer())
                    .dropWhile(String::isBlank)
                    .forEach(part -> lines.add(String.format(part)));
            lines.add("```");
        }
        lines.add("");
        options(command, lines, true);
        command.subcommands().values().stream().distinct().forEach(sub -> command(sub.getCommandSpec(), lines));
    }

    /** A table of arguments and options; those that every command inherits stand at the top of the page only. */
    private static void options(CommandSpec command, List<String> lines, boolean withoutInherited) {
        List<String> rows = new ArrayList<>();
        for (PositionalParamSpec argument : command.positionalParameters()) {
            if (!argument.hidden()) {
                rows.add(row("`" + argument.paramLabel() + "`", argument));
            }
        }
        // Options that are methods come in the order of reflection, which differs from one JVM to the next.
        List<OptionSpec> sorted = new ArrayList<>(command.options());
        if (!withoutInherited) {
            sorted.sort(Comparator.comparing(OptionSpec::longestName));
        }
        for (OptionSpec option : sorted) {
            boolean help = option.usageHelp() || option.versionHelp();
            if (!option.hidden() && !(withoutInherited && (option.inherited() || help))) {
                rows.add(row(names(option), option));
            }
        }
        if (rows.isEmpty()) {
            lines.remove(lines.size() - 1);
            return;
        }
        lines.add("| argument or option | meaning |");
        lines.add("|---|---|");
        lines.addAll(rows);
    }

    private static String names(OptionSpec option) {
        String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        return "`" + String.join("`, `", option.names()) + value + "`";
    }

    private static String row(String name, ArgSpec spec) {
        return "| " + name.replace("|", "\\|") + " | "
                + sentence(spec.description()).replace("|", "\\|") + " |";
    }

    private static List<String> wrapped(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (line.length() + word.length() >= WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    private static String sentence(String... parts) {
        return String.join(" ", parts).replace("%n", " ").replace("%%", "%").strip();
    }
}
