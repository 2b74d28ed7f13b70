package org.busbench.harness.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code busbench --man}: the manual page, made of the descriptions that {@code --help} prints. */
final class ManPage {

    private ManPage() {}

    static List<String> of(CommandSpec root) {
        List<String> page = new ArrayList<>(List.of(
                ".TH BUSBENCH 1",
                ".SH NAME",
                "busbench \\- " + text(description(root)),
                ".SH SYNOPSIS",
                ".B busbench",
                "[OPTIONS] [COMMAND]",
                ".SH OPTIONS"));
        arguments(root, page);
        page.add(".SH COMMANDS");
        root.subcommands().values().stream().distinct().forEach(command -> command(command, page));
        page.add(".SH EXIT CODES");
        root.usageMessage().exitCodeList().forEach((code, meaning) -> {
            page.add(".TP");
            page.add(text(code.strip()));
            page.add(text(meaning));
        });
        return page;
    }

    private static void command(CommandLine line, List<String> page) {
        CommandSpec command = line.getCommandSpec();
        if (command.usageMessage().hidden()) {
            return;
        }
        String operands = command.positionalParameters().stream()
                .filter(operand -> !operand.hidden())
                .map(PositionalParamSpec::paramLabel)
                .collect(Collectors.joining(" "));
        page.add(".SS " + text(command.qualifiedName() + (operands.isEmpty() ? "" : " " + operands)));
        page.add(text(description(command)));
        arguments(command, page);
        command.subcommands().values().stream().distinct().forEach(inner -> command(inner, page));
    }

    private static void arguments(CommandSpec command, List<String> page) {
        Stream.concat(command.positionalParameters().stream(), command.options().stream())
                .filter(argument -> !argument.hidden())
                .forEach(argument -> {
                    page.add(".TP");
                    page.add(".B " + text(names(argument)));
                    page.add(text(String.join(" ", argument.description())
                            .replace("${DEFAULT-VALUE}", String.valueOf(argument.defaultValue()))));
                });
    }

    private static String names(ArgSpec argument) {
        if (argument instanceof OptionSpec option) {
            String label = option.arity().max() == 0 ? "" : " " + option.paramLabel();
            return String.join(", ", option.names()) + label;
        }
        return argument.paramLabel();
    }

    private static String description(CommandSpec command) {
        return String.join(" ", command.usageMessage().description());
    }

    /** A line as roff reads it: no request at its beginning, no escape within. */
    private static String text(String line) {
        String escaped =
                line.replace("\\", "\\e").replace("-", "\\-").replace("%%", "%").replace("%n", " ");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }
}
