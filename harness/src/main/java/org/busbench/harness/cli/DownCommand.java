package org.busbench.harness.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.busbench.harness.process.DetachedTestBed;
import org.busbench.harness.process.OrphanedProcesses;
import org.busbench.harness.run.Project;
import org.busbench.harness.text.Problem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code busbench down}: ends what {@code up} started, and what killed runs left. */
@Command(
        name = "down",
        description = "Ends what 'busbench up' started, and processes that a killed run left.",
        mixinStandardHelpOptions = true)
final class DownCommand implements Callable<Integer> {

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "End it only if this adapter is the one that is up.")
    private String name;

    @Override
    public Integer call() {
        Project project = Project.current();
        Optional<DetachedTestBed> stack = DetachedTestBed.find(project.state());
        if (name != null && stack.filter(up -> up.adapter().equals(name)).isEmpty()) {
            throw new Problem(name + " was not started"
                    + stack.map(up -> "; it is " + up.adapter() + " that is up").orElse(""));
        }
        OrphanedProcesses leftovers = OrphanedProcesses.find(project.state());
        stack.ifPresent(up -> {
            up.stop(project.state());
            System.out.println("stopped " + up.adapter());
        });
        if (!leftovers.isEmpty()) {
            leftovers.end();
            System.out.println("stopped what a killed run left: " + leftovers.describe());
        }
        if (stack.isEmpty() && leftovers.isEmpty()) {
            System.out.println("nothing was running");
        }
        return ExitCode.OK;
    }
}
