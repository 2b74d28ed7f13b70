package org.busbench.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.busbench.harness.process.Backends;
import org.busbench.harness.process.ManagedProcess;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.TestBed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code busbench backends}: the backends alone, so that an ESB can be configured for them. */
@Command(
        name = "backends",
        description =
                "Starts the three backends alone and prints their addresses, as a target reaches them. They stay up"
                        + " until Ctrl-C.",
        mixinStandardHelpOptions = true)
final class BackendsCommand implements Callable<Integer> {

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            description = "Address of this machine on which they listen, 0.0.0.0 for all (default: 127.0.0.1).")
    private String listen;

    @Option(
            names = "--advertise",
            paramLabel = "HOST",
            description = "Host by which others reach them (default: the address on which they listen).")
    private String advertise;

    @Option(names = "--first-port", paramLabel = "PORT", description = "First of their three ports (default: 9000).")
    private Integer firstPort;

    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "NAME|DIR",
            description = "Also answer in these scenarios, by name or folder (default: all of configs/scenarios).")
    private List<String> scenarios = new ArrayList<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Project project = Project.current();
        if (listen != null) {
            Busbench.listenOn(listen);
        }
        if (advertise != null) {
            Busbench.advertise(advertise);
        }
        if (firstPort != null) {
            Busbench.beginAt(firstPort);
        }
        Backends backends = Backends.usual();
        Path folder = project.scratch("backends-" + System.currentTimeMillis());
        Files.createDirectories(folder);
        TestBed.Settings plan = new TestBed.Settings(
                project, folder, backends, List.of(), Chosen.scenariosWith(project, scenarios), List.of());
        return Interruption.guard(() -> {
            try (TestBed testBed = TestBed.start(plan, Chosen.NO_NOTES)) {
                backends.advertisedUrls()
                        .forEach((letter, url) -> System.out.println(Backends.nameOf(letter) + "\t" + url));
                System.err.println("up until Ctrl-C; logs: " + plan.logs());
                awaitEnd(testBed.backend());
                System.err.println("busbench: " + testBed.backend().end());
                return ExitCode.FAILED;
            }
        });
    }

    private static void awaitEnd(ManagedProcess backend) throws InterruptedException {
        try {
            backend.onExit().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of the backend cannot be watched: " + e.getMessage(), e);
        }
    }
}
