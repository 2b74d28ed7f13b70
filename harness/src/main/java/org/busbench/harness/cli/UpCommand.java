package org.busbench.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.process.Backends;
import org.busbench.harness.process.DetachedTestBed;
import org.busbench.harness.process.ManagedProcess;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.SystemUnderTest;
import org.busbench.harness.run.TestBed;
import org.busbench.harness.scenario.RequestPath;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.text.Problem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbench up}: a mediator and its backends, or the backends alone, that stay up. */
@Command(
        name = "up",
        description = {
            "Starts the backends and an adapter, prints where each scenario is reached, and returns. They stay up until",
            "'busbench down'. Without an adapter it starts the backends alone, prints their addresses, as a target",
            "reaches them, and keeps them up until Ctrl-C."
        },
        mixinStandardHelpOptions = true)
final class UpCommand implements Callable<Integer> {

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            description = "Start this adapter (default: none, the backends alone).")
    private String name;

    @Option(names = "--json", description = "Print the addresses as JSON.")
    private boolean json;

    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "NAME|DIR",
            description = "Serve these scenarios, too, by name or folder (default: all of configs/scenarios).")
    private List<String> scenarios = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        Project project = Project.current();
        List<Adapter> adapters = name == null ? List.of() : Chosen.adapters(project, List.of(name));
        List<Scenario> offered = Chosen.scenariosWith(project, scenarios);
        Optional<DetachedTestBed> present = name == null ? Optional.empty() : DetachedTestBed.find(project.state());
        if (present.isPresent()) {
            throw new Problem(present.get().adapter() + " was started at "
                    + present.get().startedAt() + " and not stopped: 'busbench down' first");
        }
        Path folder = project.scratch(name == null ? "backends-" + System.currentTimeMillis() : "up-" + name);
        Files.createDirectories(folder);
        List<String> jvmOptions = name == null ? List.of() : Chosen.jvmOptions(project);
        TestBed.Settings plan = new TestBed.Settings(project, folder, Backends.usual(), adapters, offered, jvmOptions);
        return Interruption.guard(() -> {
            try (TestBed testBed = TestBed.start(plan, Chosen.NO_NOTES)) {
                return name == null ? serveUntilTheEnd(testBed, plan) : detach(testBed, plan, project.state());
            }
        });
    }

    private int serveUntilTheEnd(TestBed testBed, TestBed.Settings plan) throws IOException, InterruptedException {
        Map<String, String> urls = new LinkedHashMap<>();
        plan.served().advertisedUrls().forEach((letter, url) -> urls.put(Backends.nameOf(letter), url));
        print(urls, urls);
        plan.served()
                .keys()
                .ifPresent(keys -> System.err.println("the certificate of the one over TLS is by " + keys.authority()));
        System.err.println("up until Ctrl-C; logs: " + plan.logs());
        ManagedProcess backend = testBed.backend();
        try {
            backend.onExit().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of the backend cannot be watched: " + e.getMessage(), e);
        }
        System.err.println("busbench: " + backend.end());
        return ExitCode.FAILED;
    }

    private int detach(TestBed testBed, TestBed.Settings plan, Path state) throws IOException {
        SystemUnderTest system = testBed.systems().get(0);
        system.fault().ifPresent(fault -> {
            throw new Problem(fault);
        });
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        DetachedTestBed up =
                DetachedTestBed.detach(testBed.supervisor(), state, name, now, urls(system, plan.scenarios()));
        print(up.urls(), up);
        if (!json) {
            System.err.println("logs: " + plan.logs());
        }
        return ExitCode.OK;
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

    private void print(Map<String, String> urls, Object asJson) throws IOException {
        if (json) {
            System.out.println(Output.json(asJson));
        } else {
            urls.forEach((scenario, url) -> System.out.println(scenario + "\t" + url));
        }
    }
}
