package org.busbench.harness.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.busbench.harness.process.Backends;
import org.busbench.harness.run.Project;
import org.busbench.harness.text.Problem;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command line's entry: {@code ./busbench COMMAND}. */
@Command(
        name = "busbench",
        description = "Measures enterprise service buses: what they do right, how fast, and at what cost.",
        mixinStandardHelpOptions = true,
        versionProvider = ProductVersion.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "  0:all went as it should",
            "  1:something was measured or tried, and failed",
            "  2:bad input, or something is missing: the message says what to do",
            "130:interrupted"
        },
        subcommands = {
            RunCommand.class,
            SelftestCommand.class,
            VerifyCommand.class,
            StartCommand.class,
            StopCommand.class,
            ListCommand.class,
            ReportCommand.class,
            CompareCommand.class,
            ExportCommand.class,
            ServeCommand.class,
            CheckCommand.class,
            DoctorCommand.class,
            AdapterCommand.class,
            CompletionCommand.class,
            HelpCommand.class
        })
public final class Busbench {

    private static final int LAST_FIRST_PORT = 65_533;

    /**
     * Names one more folder of adapters, for every command.
     *
     * @param folder whose folders are adapters
     */
    @Option(
            names = "--adapters",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "Also know the adapters in this folder.")
    void moreAdapters(Path folder) {
        System.setProperty(Project.MORE_ADAPTERS, folder.toString());
    }

    /**
     * Says where the backend listens, for every command that starts it.
     *
     * @param first port of instance A; B and C have the next two
     */
    @Option(
            names = "--backends-from",
            paramLabel = "PORT",
            scope = ScopeType.INHERIT,
            description = "First of the three ports of the backend (default: 9000).")
    void firstBackendPort(int first) {
        if (first < 1 || first > LAST_FIRST_PORT) {
            throw new Problem("--backends-from is " + first + ": choose a number from 1 to " + LAST_FIRST_PORT);
        }
        System.setProperty(Backends.FIRST_PORT, Integer.toString(first));
    }

    /**
     * Runs a command and ends the JVM with its exit code.
     *
     * @param arguments the command and its arguments
     */
    public static void main(String[] arguments) {
        System.exit(execute(arguments));
    }

    static int execute(String... arguments) {
        Faults faults = new Faults();
        CommandLine command = new CommandLine(new Busbench())
                .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
                .setExecutionExceptionHandler(faults)
                .setParameterExceptionHandler(faults);
        return arguments.length == 0 ? command.execute("help") : command.execute(arguments);
    }

    private Busbench() {}
}
