package org.busbench.harness.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code busbench completion}: a script that completes commands and options. */
@Command(
        name = "completion",
        aliases = "generate-completion",
        description = "Prints a completion script for bash and zsh: source <(./busbench completion)",
        mixinStandardHelpOptions = true)
final class CompletionCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        System.out.print(AutoComplete.bash("busbench", spec.root().commandLine()));
        System.out.flush();
        return ExitCode.OK;
    }
}
