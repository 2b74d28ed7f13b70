package org.busbench.harness.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.busbench.harness.process.Backends;
import org.busbench.harness.run.Build;
import org.busbench.harness.run.Project;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.Problem;
import org.busbench.record.RunProblem;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line's entry: {@code ./busbench COMMAND}. */
@Command(
        name = "busbench",
        description = "Measures enterprise service buses: what they do right, how fast, and at what cost.",
        mixinStandardHelpOptions = true,
        versionProvider = Busbench.ProductVersion.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "  0:all went as it should; who reads the output may leave early, as head does",
            "  1:something was measured or tried, and failed",
            "  2:bad input, or something is missing: the message says what to do",
            "130:interrupted"
        },
        subcommands = {
            RunCommand.class,
            DuelCommand.class,
            RoundCommand.class,
            VerifyCommand.class,
            TortureCommand.class,
            UpCommand.class,
            DownCommand.class,
            ListCommand.class,
            ReportCommand.class,
            CompareCommand.class,
            CheckCommand.class,
            SubmitCommand.class,
            DoctorCommand.class,
            AdapterCommand.class,
            ScenarioCommand.class,
            PrefetchCommand.class,
            HelpCommand.class
        })
public final class Busbench implements Runnable {

    private static final int LAST_FIRST_PORT = 65_533;
    private static final int KIND_OF_FILE = 0xF000;
    private static final int PIPE = 0x1000;

    /** Names one more folder of adapters, for every command. */
    @Option(
            names = "--adapters",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "Know the adapters in this folder, too.")
    void moreAdapters(Path folder) {
        System.setProperty(Project.MORE_ADAPTERS, folder.toString());
    }

    /** Names the folder of runs, for every command that writes or finds one. */
    @Option(
            names = "--runs",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description =
                    "Keep and find runs in this folder (default: runs in the checkout; of a released archive, runs here).")
    void runs(Path folder) {
        System.setProperty(Project.RUNS, folder.toString());
    }

    @Option(
            names = "--backends-from",
            paramLabel = "PORT",
            scope = ScopeType.INHERIT,
            description = "Let the backends listen on this port and the two after it (default: 9000).")
    void firstBackendPort(int first) {
        if (first < 1 || first > LAST_FIRST_PORT) {
            throw new Problem("--backends-from is " + first + ": choose a number from 1 to " + LAST_FIRST_PORT);
        }
        System.setProperty(Backends.FIRST_PORT, Integer.toString(first));
    }

    @Option(
            names = "--backends-listen",
            paramLabel = "ADDRESS",
            scope = ScopeType.INHERIT,
            description =
                    "Let the backends listen on this address of this machine, 0.0.0.0 for all (default: 127.0.0.1).")
    void backendAddress(String address) {
        if (!address.matches("[0-9A-Za-z.:-]+")) {
            throw new Problem("--backends-listen is '" + address + "': write an address of this machine, or 0.0.0.0");
        }
        System.setProperty(Backends.LISTEN, address);
    }

    @Option(
            names = "--backends-advertise",
            paramLabel = "HOST",
            scope = ScopeType.INHERIT,
            description =
                    "Tell targets to reach the backends at this host (default: the address on which they listen).")
    void backendHost(String host) {
        if (!host.matches("[0-9A-Za-z.:_-]+")) {
            throw new Problem("--backends-advertise is '" + host + "': write a host's name or address, without a port");
        }
        System.setProperty(Backends.ADVERTISE, host);
    }

    @Option(
            names = "--completion",
            description =
                    "Without a command: print a completion script for bash and zsh: source <(./busbench --completion)")
    private boolean completion;

    @Spec
    private CommandSpec spec;

    /** Without a command: what is asked for, or the help. */
    @Override
    public void run() {
        if (completion) {
            System.out.print(AutoComplete.bash("busbench", spec.commandLine()));
        } else {
            spec.commandLine().usage(System.out);
        }
    }

    /** The commands, ready to be executed. Options that all of them know stand in the help of {@code busbench} alone. */
    public static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Busbench());
        line.getSubcommands().get("help").getCommandSpec().usageMessage().hidden(true);
        line.getSubcommands().values().forEach(command -> hideInherited(command.getCommandSpec()));
        return line;
    }

    private static void hideInherited(CommandSpec command) {
        for (OptionSpec option : List.copyOf(command.options())) {
            if (option.inherited()) {
                command.remove(option);
                command.addOption(OptionSpec.builder(option)
                        .scopeType(ScopeType.LOCAL)
                        .hidden(true)
                        .build());
            }
        }
        // One paragraph, which is broken at the width of the terminal and not at that of the source.
        command.usageMessage()
                .description(String.join(" ", command.usageMessage().description()));
        command.usageMessage().optionListHeading("%nOptions ('busbench --help' has those of every command):%n");
        command.subcommands().values().forEach(sub -> hideInherited(sub.getCommandSpec()));
    }

    /** Runs a command and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        // As JSON has to be: without a locale the JVM would write "?" for each sign that ASCII lacks.
        System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(System.err, true, StandardCharsets.UTF_8));
        System.exit(written(execute(arguments), Path.of("/dev/fd/1")));
    }

    /** The exit code of a command, unless its output was lost. A pipe is not full: who read it has read enough. */
    static int written(int code, Path output) {
        // A print stream keeps the fault to itself.
        if (!System.out.checkError() || isPipe(output)) {
            return code;
        }
        System.err.println(
                "busbench: standard output could not be written to its end: make room where it goes, or send it"
                        + " elsewhere");
        return code == ExitCode.OK ? ExitCode.BAD_INPUT : code;
    }

    private static boolean isPipe(Path output) {
        try {
            return ((int) Files.getAttribute(output, "unix:mode") & KIND_OF_FILE) == PIPE;
        } catch (IOException closed) {
            return false;
        }
    }

    static int execute(String... arguments) {
        Faults faults = new Faults();
        try {
            return commandLine()
                    .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
                    .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
                    .setExecutionExceptionHandler(faults)
                    .setParameterExceptionHandler(faults)
                    .execute(arguments);
        } catch (OutOfMemoryError full) {
            System.err.println("busbench: its heap of " + (Runtime.getRuntime().maxMemory() >> 20)
                    + " MB is full: give it more, as in JDK_JAVA_OPTIONS=-Xmx2g");
            return ExitCode.BAD_INPUT;
        }
    }

    /** Without line ends, and without what a terminal would take for a command. */
    static String oneLine(String message) {
        return message == null ? "" : message.strip().replaceAll("\\s*[\\p{Cc}\\u2028\\u2029]\\s*", " ");
    }

    private Busbench() {}

    /** Every fault is one line on standard error. The trace of an unexpected one goes to a file, which the line names. */
    private static final class Faults implements IExecutionExceptionHandler, IParameterExceptionHandler {

        private static final String PAGE =
                "'busbench run' draws runs/ID/index.html again between trials, and the page reloads itself";

        /** Commands and options of old, and what to do now. */
        private static final Map<String, String> NOW = Map.ofEntries(
                Map.entry("serve", PAGE + "; 'busbench compare RUN RUN --html FILE' sets runs beside each other"),
                Map.entry("--live", PAGE),
                Map.entry("--live-port", PAGE),
                Map.entry("--live-stay", PAGE),
                Map.entry("--metrics", PAGE),
                Map.entry("try", "write 'busbench run URL', with the same options"),
                Map.entry(
                        "selftest",
                        "write 'busbench run selftest', or run selftest-copies and selftest-slowed where the CPU has no"
                                + " counters"),
                Map.entry("start", "write 'busbench up NAME'"),
                Map.entry("stop", "write 'busbench down'"),
                Map.entry(
                        "backends",
                        "write 'busbench up', with --backends-listen, --backends-advertise, --backends-from"),
                Map.entry("trend", "write 'busbench compare --trend'"),
                Map.entry("export", "write 'busbench report RUN --format FORMAT'"),
                Map.entry("completion", "write 'busbench --completion'"),
                Map.entry("generate-completion", "write 'busbench --completion'"),
                Map.entry("man", "write 'busbench COMMAND --help', or read docs/cli.md"),
                Map.entry("--man", "write 'busbench COMMAND --help', or read docs/cli.md"),
                Map.entry("adapter lint", "write 'busbench verify --lint NAME'"),
                Map.entry("adapter audit", "write 'busbench verify --audit NAME'"),
                Map.entry("adapter prefetch", "write 'busbench prefetch NAME'"));

        @Override
        public int handleExecutionException(Exception fault, CommandLine command, ParseResult arguments) {
            PrintWriter err = command.getErr();
            if (fault.getCause() instanceof OutOfMemoryError full) {
                throw full;
            }
            if (fault instanceof Problem || fault instanceof RunProblem) {
                err.println("busbench: " + oneLine(fault.getMessage()));
                return ExitCode.BAD_INPUT;
            }
            err.println("busbench: " + oneLine(Problem.brief(fault)) + tracePlace(fault));
            return ExitCode.FAILED;
        }

        @Override
        public int handleParseException(ParameterException fault, String[] arguments) {
            CommandLine command = fault.getCommandLine();
            if (fault.getCause() instanceof Problem problem) {
                command.getErr().println("busbench: " + oneLine(problem.getMessage()));
                return ExitCode.BAD_INPUT;
            }
            StringBuilder line = new StringBuilder("busbench: ").append(oneLine(fault.getMessage()));
            if (fault instanceof UnmatchedArgumentException unmatched) {
                Set<String> known = unmatched.isUnknownOption()
                        ? command.getCommandSpec().optionsMap().keySet()
                        : command.getSubcommands().keySet();
                String given = unmatched.getUnmatched().get(0);
                String place = command.getCommandSpec().qualifiedName().replaceFirst("^busbench ?", "");
                String old = given.startsWith("-") ? given.replaceAll("=.*", "") : (place + " " + given).strip();
                if (NOW.containsKey(old)) {
                    command.getErr()
                            .println("busbench: " + (given.startsWith("-") ? given : old) + " is no more: "
                                    + NOW.get(old));
                    return ExitCode.BAD_INPUT;
                }
                line.append(known.isEmpty() ? "" : Nearest.hint(given.replaceAll("=.*", ""), known));
            }
            command.getErr()
                    .println(line.append("; see '")
                            .append(command.getCommandSpec().qualifiedName())
                            .append(" --help'"));
            return ExitCode.BAD_INPUT;
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

    static final class ProductVersion implements IVersionProvider {

        @Override
        public String[] getVersion() throws IOException {
            return new String[] {"busbench " + Build.of(Path.of(System.getProperty("busbench.project", "")))};
        }
    }
}
