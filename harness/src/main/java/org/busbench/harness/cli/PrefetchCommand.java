package org.busbench.harness.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.artifact.Supply;
import org.busbench.harness.run.Project;
import org.busbench.harness.text.Problem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code busbench prefetch}: gets what adapters need ahead of a run, which then needs no network. What is here
 * already is only checked, so that an interrupted prefetch goes on where it was.
 */
@Command(
        name = "prefetch",
        description = "Downloads and checks what adapters need, so that a run can do without the network.",
        mixinStandardHelpOptions = true)
final class PrefetchCommand implements Callable<Integer> {

    /** More would ask a repository for more at once than it likes to give. */
    private static final int AT_ONCE = 4;

    @Parameters(arity = "0..*", paramLabel = "NAME", description = "Fetch for these adapters.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--all", description = "Fetch for all adapters.")
    private boolean all;

    /** The result for one adapter; without a fault it is complete. */
    private record Fetched(String adapter, int files, String fault) {}

    @Override
    public Integer call() throws InterruptedException {
        Project project = Project.current();
        if (all != names.isEmpty()) {
            throw new Problem(all ? "give names or --all, not both" : "which adapters? give names, or --all");
        }
        List<Adapter> adapters = all
                ? project.catalog().all(System.err::println)
                : names.stream().map(project.catalog()::find).toList();
        List<Fetched> fetched = fetch(adapters);
        List<Fetched> faults =
                fetched.stream().filter(one -> one.fault() != null).toList();
        faults.forEach(one -> System.err.println("busbench: " + one.adapter() + ": " + one.fault()));
        return faults.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }

    private static List<Fetched> fetch(List<Adapter> adapters) throws InterruptedException {
        Terminal terminal = new Terminal(System.out, Boolean.getBoolean("busbench.terminal"));
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try (Supply supply = Supply.fetching(line -> {})) {
            ExecutorCompletionService<Fetched> jobs = new ExecutorCompletionService<>(threads);
            adapters.forEach(adapter -> jobs.submit(() -> fetch(adapter, supply)));
            List<Fetched> fetched = new ArrayList<>();
            for (int done = 1; done <= adapters.size(); done++) {
                Fetched one = jobs.take().get();
                fetched.add(one);
                String what = one.fault() == null ? Progress.count(one.files(), "file") : "incomplete";
                terminal.line("[" + done + "/" + adapters.size() + "] " + one.adapter() + ": " + what);
            }
            return fetched;
        } catch (ExecutionException unexpected) {
            throw new IllegalStateException(unexpected.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    /** Fetches for one adapter; a fault does not stop the others. */
    private static Fetched fetch(Adapter adapter, Supply supply) {
        try {
            return new Fetched(adapter.name(), supply.artifacts(adapter).count(), null);
        } catch (Problem problem) {
            return new Fetched(adapter.name(), 0, problem.getMessage());
        }
    }
}
