package org.busbench.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.process.Backends;
import org.busbench.harness.process.DetachedTestBed;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.SystemUnderTest;
import org.busbench.harness.run.TestBed;
import org.busbench.harness.scenario.RequestPath;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.text.Problem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbench start}: a mediator and its backends that stay up. */
@Command(
        name = "start",
        description = "Starts the backends and an adapter, prints where each scenario is reached, and returns."
                + " They stay up until 'busbench stop'.",
        mixinStandardHelpOptions = true)
final class StartCommand implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", description = "The adapter.")
    private String name;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "NAME|DIR",
            description = "Also these scenarios, by name or folder (default: all of configs/scenarios).")
    private List<String> scenarios = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        Project project = Project.current();
        List<Adapter> adapters = Chosen.adapters(project, List.of(name));
        List<Scenario> offered = Chosen.scenariosWith(project, scenarios);
        Optional<DetachedTestBed> present = DetachedTestBed.find(project.state());
        if (present.isPresent()) {
            throw new Problem(present.get().adapter() + " was started at "
                    + present.get().startedAt() + " and not stopped: 'busbench stop' first");
        }
        Path folder = project.scratch("start-" + name);
        TestBed.Settings plan =
                new TestBed.Settings(project, folder, Backends.usual(), adapters, offered, Chosen.jvmOptions(project));
        return Interruption.guard(() -> start(project, plan));
    }

    private int start(Project project, TestBed.Settings plan) throws IOException, InterruptedException {
        try (TestBed testBed = TestBed.start(plan, Chosen.NO_NOTES)) {
            SystemUnderTest system = testBed.systems().get(0);
            system.fault().ifPresent(fault -> {
                throw new Problem(fault);
            });
            String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
            print(
                    DetachedTestBed.detach(
                            testBed.supervisor(), project.state(), name, now, urls(system, plan.scenarios())),
                    plan.logs());
            return ExitCode.OK;
        }
    }

    private static Map<String, String> urls(SystemUnderTest system, List<Scenario> scenarios) {
        Map<String, String> urls = new LinkedHashMap<>();
        for (Scenario scenario : scenarios) {
            if (system.declaredNotServed(scenario).isEmpty()) {
                urls.put(
                        scenario.name(),
                        RequestPath.shown(system.target(scenario).url().toString()));
            }
        }
        return urls;
    }

    private void print(DetachedTestBed started, Path logs) throws IOException {
        if (json) {
            System.out.println(Output.json(started));
            return;
        }
        started.urls().forEach((scenario, url) -> System.out.println(scenario + "\t" + url));
        System.err.println("logs: " + logs);
    }
}
