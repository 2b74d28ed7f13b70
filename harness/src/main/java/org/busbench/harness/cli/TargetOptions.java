package org.busbench.harness.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Adapter.Service;
import org.busbench.harness.adapter.AdapterFolder;
import org.busbench.harness.run.AdapterCheck;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.RunSettings;
import org.busbench.harness.run.TestBed;
import org.busbench.harness.scenario.RequestPath;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.YamlValue;
import org.busbench.harness.verify.NoAnswer;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunProblem;
import org.busbench.record.RunReader;
import org.busbench.record.Verification;
import org.busbench.reports.analysis.NotChecked;
import picocli.CommandLine.Option;

/** What {@code run URL} may be told of an ESB that runs already, and its run in one scenario without a file. */
final class TargetOptions {

    private static final int HIGHEST_PORT = 65_535;
    private static final ObjectMapper JSON = new ObjectMapper();

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Of a URL: let the report call it so (default: target).")
    private String name;

    @Option(
            names = "--trust",
            paramLabel = "FILE",
            description = "Of a URL: trust the authority of this certificate, for https.")
    private Path trust;

    @Option(names = "--insecure", description = "Of a URL: do not check its certificate; the report says so.")
    private boolean insecure;

    @Option(
            names = "--header",
            paramLabel = "NAME=VARIABLE",
            description =
                    "Of a URL: send this header, too, with the value of an environment variable, which is never written down.")
    private Map<String, String> headers = new LinkedHashMap<>();

    @Option(
            names = "--wsdl",
            paramLabel = "URL",
            description = "Of a URL: expect this address in its published WSDL, where that is another one than URL.")
    private String wsdl;

    /** Whether a word names an ESB that runs already, and no suite. */
    static boolean isUrl(String word) {
        return word != null && word.matches("(?i)https?:.*");
    }

    /**
     * Refuses what does not go together.
     *
     * @param tried whether an ESB that runs already is tried
     * @param here whether that is done from this machine
     */
    void require(boolean tried, boolean here) {
        if (!here) {
            throw new Problem("a URL is tried from this machine: leave out --hosts, or write an adapter");
        }
        if (!tried && (name != null || trust != null || insecure || !headers.isEmpty() || wsdl != null)) {
            throw new Problem(
                    "--name, --trust, --insecure, --header and --wsdl are about an ESB that runs already: give"
                            + " its URL in place of a suite");
        }
    }

    private String name() {
        return name == null ? "target" : name;
    }

    /** Writes the adapter and the suite that their user need not write, and makes the adapter known. */
    Path suite(Project project, String url, List<String> scenarios) throws IOException {
        address(url);
        if (!YamlValue.isName(name()) || project.catalog().names().contains(name())) {
            throw new Problem("--name is '" + name()
                    + "': use lower-case letters, digits, dots and hyphens, and not the name of a known adapter");
        }
        if (scenarios.size() != 1) {
            throw new Problem("what does it do? give one --scenario NAME|DIR");
        }
        Scenario asked = Chosen.scenarios(project, scenarios).get(0);
        String nonce = "${" + Scenario.NONCE + "}";
        if (asked.request().bodies().isEmpty() && !url.contains(nonce)) {
            throw new Problem("'" + url + "' lacks " + nonce + ", which each request of " + asked.name()
                    + " has in its path alone: write the URL in single quotes, as in '.../orders/" + nonce + "'");
        }
        Path folder = project.scratch("url-" + System.currentTimeMillis());
        adapter(project, url, asked, folder.resolve("adapters").resolve(name()));
        System.setProperty(Project.MORE_ADAPTERS, folder.resolve("adapters").toString());
        return suite(project, asked, folder);
    }

    /** A URL that can be called. */
    private static URI address(String text) {
        try {
            URI address = RequestPath.address(text);
            if (("http".equals(address.getScheme()) || "https".equals(address.getScheme()))
                    && address.getHost() != null
                    && address.getPort() <= HIGHEST_PORT) {
                return address;
            }
        } catch (IllegalArgumentException malformed) {
            throw new Problem(notCallable(text), malformed);
        }
        throw new Problem(notCallable(text));
    }

    private static String notCallable(String text) {
        return "'" + text + "' is not a URL: "
                + (text.contains("${")
                        ? "of ${...} only ${nonce} and ${size} may stand in it"
                        : "write http://HOST:PORT/PATH or https://HOST:PORT/PATH");
    }

    /** Writes the file that its user need not write, and reads it: what may stand in one is decided there. */
    private void adapter(Project project, String url, Scenario asked, Path own) throws IOException {
        Files.createDirectories(own);
        Path file = own.resolve(Adapter.FILE_NAME);
        Files.writeString(
                file,
                String.join(
                        "\n",
                        "# yaml-language-server: $schema="
                                + SchemaAddress.from(own, project.schema("adapter-1.schema.json")),
                        "# Written by 'busbench run URL'.",
                        "schema: busbench/adapter/1",
                        "name: " + name(),
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
            AdapterFolder.read(own, project.root());
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

    /** A minute of load in two windows, with the control before and behind: a machine that changes its speed shows. */
    private Path suite(Project project, Scenario asked, Path folder) throws IOException {
        Path file = folder.resolve("url.yaml");
        Adapter direct = project.catalog()
                .find(org.busbench.reports.analysis.Cell.CEILING)
                .in(List.of(asked));
        boolean bracketed = direct.service(asked.name()) instanceof Service.Served;
        Files.writeString(
                file,
                String.join(
                        "\n",
                        "# yaml-language-server: $schema="
                                + SchemaAddress.from(folder, project.schema("suite-1.schema.json")),
                        "# Written by 'busbench run URL'.",
                        "schema: busbench/suite/1",
                        "name: url",
                        "about: One scenario of an ESB that ran already.",
                        "adapters: [" + name() + (bracketed ? ", " + direct.name() : "") + "]",
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
        return file;
    }

    private static String place(Project project, Scenario asked) {
        return asked.folder().getParent().equals(project.scenarios().parent())
                ? asked.name()
                : asked.folder().toString();
    }

    /**
     * Whether it does its job, which is said in lines.
     *
     * @throws Problem when it does not answer at all
     */
    boolean serves(String url, RunSettings settings, Terminal terminal) throws IOException, InterruptedException {
        Project project = settings.project();
        Suite suite = settings.suite();
        Path folder = suite.file().getParent();
        Adapter esb = project.catalog().find(name());
        NoAnswer.of(List.of(address(url)), esb.reach()).ifPresent(fault -> {
            throw new Problem(fault);
        });
        TestBed.Settings plan = new TestBed.Settings(
                project, folder, settings.backends(), List.of(esb), suite.scenarios(), suite.jvmOptions());
        terminal.line("verifying " + url + "; its adapter and suite, to go on with: " + folder);
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

    /** Says what a run could not check. */
    static void showGaps(Path directory, Terminal terminal) {
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
