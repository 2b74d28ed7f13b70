package org.busbench.harness.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.Problem;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Every fault is one line on standard error. The trace of one that nobody foresaw goes to a file, which the line names. */
final class Faults implements IExecutionExceptionHandler, IParameterExceptionHandler {

    @Override
    public int handleExecutionException(Exception fault, CommandLine command, ParseResult arguments) {
        PrintWriter err = command.getErr();
        if (fault instanceof Problem) {
            err.println("busbench: " + fault.getMessage());
            return ExitCode.BAD_INPUT;
        }
        err.println("busbench: " + oneLine(Problem.brief(fault)) + tracePlace(fault));
        return ExitCode.FAILED;
    }

    @Override
    public int handleParseException(ParameterException fault, String[] arguments) {
        CommandLine command = fault.getCommandLine();
        StringBuilder line = new StringBuilder("busbench: ").append(oneLine(fault.getMessage()));
        if (fault instanceof UnmatchedArgumentException unmatched) {
            Set<String> known = unmatched.isUnknownOption()
                    ? command.getCommandSpec().optionsMap().keySet()
                    : command.getSubcommands().keySet();
            line.append(Nearest.hint(unmatched.getUnmatched().get(0), known));
        }
        command.getErr()
                .println(line.append("; see '")
                        .append(command.getCommandSpec().qualifiedName())
                        .append(" --help'"));
        return ExitCode.BAD_INPUT;
    }

    private static String oneLine(String message) {
        return message == null
                ? ""
                : message.lines()
                        .map(String::strip)
                        .reduce((a, b) -> a + " " + b)
                        .orElse("");
    }

    private static String tracePlace(Exception fault) {
        try {
            Path file = Files.createTempFile("busbench-", ".log");
            Files.write(file, trace(fault));
            return "; the trace is in " + file;
        } catch (IOException e) {
            return "; its trace could not be written either: " + Problem.brief(e);
        }
    }

    private static List<String> trace(Throwable fault) {
        List<String> lines = new ArrayList<>();
        for (Throwable at = fault; at != null; at = at.getCause()) {
            lines.add((at == fault ? "" : "caused by ") + at);
            for (StackTraceElement element : at.getStackTrace()) {
                lines.add("    at " + element);
            }
        }
        return lines;
    }
}
