package org.busbench.harness.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Adapter.AdapterName;
import org.busbench.harness.adapter.Adapter.Service;
import org.busbench.harness.adapter.AdapterFolder;
import org.busbench.harness.process.Backends;
import org.busbench.harness.run.AdapterCheck;
import org.busbench.harness.run.BenchmarkRun;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.RunResult;
import org.busbench.harness.run.RunSettings;
import org.busbench.harness.run.TestBed;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.suite.SuiteFile;
import org.busbench.harness.suite.SuiteOverrides;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.NoAnswer;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunProblem;
import org.busbench.record.RunReader;
import org.busbench.record.Verification;
import org.busbench.reports.analysis.NotChecked;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbench try}: an ESB that runs already, in one scenario, without a file. */
@Command(
        name = "try",
        description = {
            "Tries an ESB that runs already, in one scenario, without any file: verifies it, puts load on it and on the"
                    + " control 'direct' in turn, for a minute each, and draws the report.",
            "The ESB must reach the backends: 'busbench backends' prints their addresses."
        },
        mixinStandardHelpOptions = true)
final class TryCommand implements Callable<Integer> {

    private static final int HIGHEST_PORT = 65_535;
    private static final ObjectMapper JSON = new ObjectMapper();

    @Parameters(paramLabel = "URL", description = "Where the ESB serves the scenario, http or https.")
    private String url;

    @Option(
            names = "--scenario",
            required = true,
            paramLabel = "NAME|DIR",
            description = "What it does: a scenario, by name or folder.")
    private String scenario;

    @Option(
            names = "--name",
            defaultValue = "target",
            paramLabel = "NAME",
            description = "What the report calls it (default: ${DEFAULT-VALUE}).")
    private String name;

    @Mixin
    private OverrideOptions overrides;

    @Option(
            names = "--trust",
            paramLabel = "FILE",
            description = "Certificate of who signed its certificate, for https.")
    private Path trust;

    @Option(names = "--insecure", description = "Do not check its certificate; the report says so.")
    private boolean insecure;

    @Option(
            names = "--header",
            paramLabel = "NAME=VARIABLE",
            description =
                    "Also send this header, with the value of an environment variable, which is never written down.")
    private Map<String, String> headers = new LinkedHashMap<>();

    @Option(
            names = "--wsdl",
            paramLabel = "URL",
            description = "Address that its published WSDL names, where that is another one than URL.")
    private String wsdl;

    @Option(names = "--no-audit", description = "Do not audit it for parity first.")
    private boolean noAudit;

    @Option(names = "--id", paramLabel = "ID", description = "Name of the run directory (default: time and 'try').")
    private String id;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print the result alone.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException, InterruptedException {
        URI address = address(url);
        Project project = Project.current();
        if (!AdapterName.isName(name) || project.catalog().names().contains(name)) {
            throw new Problem("--name is '" + name
                    + "': use lower-case letters, digits, dots and hyphens, and not the name of a known adapter");
        }
        Scenario asked = Chosen.scenarios(project, List.of(scenario)).get(0);
        Path folder = project.scratch("try-" + System.currentTimeMillis());
        Adapter target = target(project, asked, folder);
        Suite suite = suite(project, asked, folder);
        Optional<String> fault = NoAnswer.of(List.of(address), target.reach());
        if (fault.isPresent()) {
            throw new Problem(fault.get());
        }
        return Interruption.guard(() -> tried(project, suite, target, folder));
    }

    /** A URL that can be called. */
    private static URI address(String text) {
        try {
            URI address = new URI(text);
            if (("http".equals(address.getScheme()) || "https".equals(address.getScheme()))
                    && address.getHost() != null
                    && address.getPort() <= HIGHEST_PORT) {
                return address;
            }
        } catch (URISyntaxException malformed) {
            throw new Problem(notCallable(text), malformed);
        }
        throw new Problem(notCallable(text));
    }

    private static String notCallable(String text) {
        return "'" + text + "' is not a URL: write http://HOST:PORT/PATH or https://HOST:PORT/PATH";
    }

    /** Writes the file that its user need not write, and reads it: what may stand in one is decided there. */
    private Adapter target(Project project, Scenario asked, Path folder) throws IOException {
        Path own = Files.createDirectories(folder.resolve("adapters").resolve(name));
        Path file = own.resolve(Adapter.FILE_NAME);
        Files.writeString(
                file,
                String.join(
                        "\n",
                        "# yaml-language-server: $schema="
                                + SchemaAddress.from(own, project.schema("adapter-1.schema.json")),
                        "# Written by 'busbench try'.",
                        "schema: busbench/adapter/1",
                        "name: " + name,
                        "title: " + quoted(url),
                        "version: unknown",
                        "role: mediator",
                        "about: It runs already; busbench tried it in one scenario.",
                        "target: {" + terms() + "}",
                        "scenarios:",
                        "  " + asked.name() + ": {url: " + quoted(url) + (wsdl == null ? "" : ", wsdl: " + quoted(wsdl))
                                + "}",
                        ""));
        try {
            return AdapterFolder.read(own, project.root());
        } catch (ConfigProblem fault) {
            throw fault.file().equals(file) ? new Problem(fault.problem(), fault) : fault;
        }
    }

    private String terms() {
        Map<String, String> terms = new LinkedHashMap<>();
        if (trust != null) {
            terms.put("trust", quoted(trust.toAbsolutePath().toString()));
        }
        if (insecure) {
            terms.put("insecure", "true");
        }
        if (!headers.isEmpty()) {
            terms.put(
                    "headers",
                    headers.entrySet().stream()
                            .map(header -> quoted(header.getKey()) + ": {env: " + quoted(header.getValue()) + "}")
                            .collect(Collectors.joining(", ", "{", "}")));
        }
        return terms.entrySet().stream()
                .map(term -> term.getKey() + ": " + term.getValue())
                .collect(Collectors.joining(", "));
    }

    /** A JSON string is a YAML string. */
    private static String quoted(String text) {
        try {
            return JSON.writeValueAsString(text);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a text cannot be written as JSON: '" + text + "'", impossible);
        }
    }

    private int tried(Project project, Suite suite, Adapter target, Path folder)
            throws IOException, InterruptedException {
        Terminal terminal = new Terminal(System.out, !quiet && Boolean.getBoolean("busbench.terminal"));
        List<Adapter> adapters = suite.adapters().stream()
                .map(one -> one.equals(name) ? target : project.catalog().find(one))
                .toList();
        if (!verified(project, suite, target, folder, terminal)) {
            return ExitCode.FAILED;
        }
        RunSettings settings =
                new RunSettings(project, suite, adapters, List.of(), Backends.usual(), id).supplied(terminal::line);
        RunResult result;
        try (Progress progress = new Progress(terminal, quiet, true)) {
            result = new BenchmarkRun(settings, progress, new RecordedVerdicts(), !noAudit).execute();
        }
        RunCommand.show(result, terminal);
        if (result.outcome() == RunResult.Outcome.INTERRUPTED && result.trials().isEmpty()) {
            return result.outcome().exitCode();
        }
        showGaps(result.directory(), terminal);
        int reportCode = RunCommand.report(result.directory(), terminal, System.err);
        terminal.line("adapter and suite of this run, to go on with: " + folder);
        return Math.max(result.outcome().exitCode(), reportCode);
    }

    /** A minute of load in two windows, with the control before and behind: a machine that changes its speed shows. */
    private Suite suite(Project project, Scenario asked, Path folder) throws IOException {
        Path file = folder.resolve("try.yaml");
        Adapter direct = project.catalog()
                .find(org.busbench.reports.analysis.Cell.CEILING)
                .in(List.of(asked));
        boolean bracketed = direct.service(asked.name()) instanceof Service.Served;
        SuiteOverrides given = overrides.given();
        Files.writeString(
                file,
                String.join(
                        "\n",
                        "# yaml-language-server: $schema="
                                + SchemaAddress.from(folder, project.schema("suite-1.schema.json")),
                        "# Written by 'busbench try'.",
                        "schema: busbench/suite/1",
                        "name: try",
                        "about: One scenario of an ESB that ran already.",
                        "adapters: [" + name + (bracketed ? ", " + direct.name() : "") + "]",
                        "scenarios: [" + quoted(place(project, asked)) + "]",
                        "payloads: [" + quoted(asked.sizes().get(0)) + "]",
                        "concurrency: [20]",
                        "blocks: 2",
                        "forks: 1",
                        "primer: 3s",
                        "warmup: 2s",
                        "measure: 30s",
                        "seed: 1",
                        ""));
        return SuiteFile.read(file, given, project.scenarios());
    }

    private static String place(Project project, Scenario asked) {
        return asked.folder().getParent().equals(project.scenarios().parent())
                ? asked.name()
                : asked.folder().toString();
    }

    private boolean verified(Project project, Suite suite, Adapter target, Path folder, Terminal terminal)
            throws IOException, InterruptedException {
        TestBed.Settings plan = new TestBed.Settings(
                project, folder, Backends.usual(), List.of(target), suite.scenarios(), suite.jvmOptions());
        if (!quiet) {
            terminal.line("verifying " + url);
        }
        AdapterCheck check = AdapterCheck.of(plan, suite.sizes(), Chosen.NO_NOTES);
        boolean served = true;
        for (Verification found : check.verifications()) {
            served &= found.served();
            if (found.reason() != null) {
                terminal.line(found.scenario() + " " + found.payload() + ": "
                        + found.outcome().key() + ": " + found.reason());
            }
        }
        if (!served) {
            terminal.line("no load was put on it; requests, answers and logs: " + folder);
        }
        return served;
    }

    private void showGaps(Path directory, Terminal terminal) {
        try {
            RecordedRun run = RunReader.read(directory);
            NotChecked.of(run).forEach((adapter, gaps) -> {
                terminal.line("");
                terminal.line("not checked of " + adapter + ":");
                gaps.forEach(gap -> terminal.line("- " + gap));
            });
        } catch (RunProblem e) {
            terminal.line("what was not checked cannot be told: " + e.getMessage());
        }
    }
}
