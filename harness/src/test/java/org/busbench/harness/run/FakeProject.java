package org.busbench.harness.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.busbench.backend.Backend;
import org.busbench.common.FreePorts;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterCatalog;
import org.busbench.harness.process.Backends;
import org.busbench.harness.scenario.Scenarios;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.suite.SuiteFile;
import org.busbench.injector.Injector;

/** A whole checkout in a temporary folder: small samples, and stand-ins of backend and injector as real jars. */
final class FakeProject {

    private final Path root;
    private final List<String> adapters = new ArrayList<>();

    FakeProject(Path root) throws IOException {
        this.root = root;
        Path samples = Files.createDirectories(root.resolve("xslt/messages/500"));
        Files.writeString(samples.resolve("getQuote.xml"), "<q><symbol>IBM</symbol><ref>0123456789abcdef</ref></q>");
        Files.writeString(
                samples.resolve("getQuoteResponse.xml"),
                "<a><symbol>IBM</symbol><ref>0123456789abcdef</ref><by>backend-A</by></a>");
        // The stand-in of the injector sends the first row again and again.
        Path data = Files.createDirectories(root.resolve("jmeter-plans/data"));
        Files.writeString(
                data.resolve("quotes.csv"),
                "symbol,nonce,route\nIBM,0123456789abcdef,backend-A\n"
                        + IntStream.range(0, 20_000)
                                .mapToObj("IBM,%016x,backend-A\n"::formatted)
                                .collect(Collectors.joining())
                        + "MSFT,0123456789abcdee,backend-B\nSUN,0123456789abcded,backend-C\nX,0123456789abcdec,backend-C\n");
        scenario("virtualization", ", only: backend-A");
        scenario("cbr", "");
        scenario("xslt", ", only: backend-A");
        jar(Backend.class, "backend-stockquote/target/backend/lib/backend.jar");
        jar(Backend.class, "jmeter-plans/target/jmeter/bin/ApacheJMeter.jar");
        jar(Backend.class, "jmeter-plans/target/jmeter/lib/ext/ApacheJMeter_core.jar");
        jar(Injector.class, "jmeter-plans/target/jmeter/lib/ext/injector.jar");
        Files.copy(location(Histogram.class), root.resolve("jmeter-plans/target/jmeter/lib/HdrHistogram.jar"));
    }

    private void scenario(String name, String only) throws IOException {
        Path folder = Files.createDirectories(root.resolve("configs/scenarios").resolve(name));
        Files.writeString(
                folder.resolve("scenario.yaml"), """
                schema: busbench/scenario/1
                name: NAME
                title: Title of NAME
                about: a stand-in
                request:
                  headers: {Content-Type: text/xml; charset=UTF-8, SOAPAction: '"urn:getQuote"'}
                  body: ${project}/xslt/messages/${size}/getQuote.xml
                  values: {symbol: IBM, nonce: 0123456789abcdef}
                sizes: ["500"]
                data: ${project}/jmeter-plans/data/quotes.csv
                answer:
                  nonce: {xpath: //ref}
                  contains: ['>${nonce}<']
                  route: {text: '>${route}<'ONLY}
                  expected: ${project}/xslt/messages/${size}/getQuoteResponse.xml
                backend: stockquote
                """.replace("NAME", name).replace("ONLY", only));
    }

    /** Adds a mediator; a wrong one sends everything to one backend. */
    void mediator(String name, boolean wrong) throws IOException {
        adapters.add(name);
        Path folder = Files.createDirectories(root.resolve("configs/adapters").resolve(name));
        Files.writeString(
                folder.resolve("adapter.yaml"),
                String.join(
                        "\n",
                        "schema: busbench/adapter/1",
                        "name: " + name,
                        "title: " + name,
                        "version: 1",
                        "role: mediator",
                        "about: a stand-in",
                        "java:",
                        "  main: org.busbench.backend.Backend",
                        "  classpath:",
                        "    - jars: ${project}/backend-stockquote/target/backend/lib",
                        "  arguments: [\"--mediator\", \"${port.http}\", " + backends(wrong) + "]",
                        "ports: {http: " + FreePorts.inARow(1) + "}",
                        "ready: {url: \"http://127.0.0.1:${port.http}/\", within: 20s}",
                        "tells: {work: '^works as (.+)$'}",
                        "scenarios:",
                        "  virtualization: {not-served: \"it only routes\"}",
                        "  cbr: {url: \"http://127.0.0.1:${port.http}/cbr\"}",
                        "  xslt: {not-served: \"it only routes\"}",
                        ""));
    }

    /** Adds the control that is the backend itself. */
    void direct() throws IOException {
        adapters.add("direct");
        Path folder = Files.createDirectories(root.resolve("configs/adapters/direct"));
        Files.writeString(folder.resolve("adapter.yaml"), """
                schema: busbench/adapter/1
                name: direct
                title: direct
                version: none
                role: control
                about: no mediator
                scenarios:
                  virtualization: {url: "${backend.A.url}", sends: virtualization, route: backend-A}
                  cbr: {url: "${backend.A.url}", sends: virtualization, route: backend-A}
                  xslt: {not-served: "a stand-in"}
                """);
    }

    /** A suite of one block on all adapters that were added. */
    RunSettings settings(String scenarios, String measure, String concurrency) throws IOException {
        return settings(scenarios, measure, concurrency, "blocks: 1");
    }

    /** A suite on all adapters that were added; {@code repeats} are its lines about blocks, and what else differs. */
    RunSettings settings(String scenarios, String measure, String concurrency, String repeats) throws IOException {
        Path suite = suite(root);
        Files.createDirectories(suite.getParent());
        Files.writeString(
                suite,
                String.join(
                        "\n",
                        "schema: busbench/suite/1",
                        "name: test",
                        "about: a test",
                        "adapters: " + adapters,
                        "scenarios: " + scenarios,
                        "payloads: [500]",
                        "concurrency: " + concurrency,
                        repeats,
                        repeats.contains("primer:") ? "" : "primer: 0s",
                        "warmup: 100ms",
                        "measure: " + measure,
                        "probe: 50",
                        repeats.contains("injector:") ? "" : "injector: jmeter-http",
                        "seed: 1",
                        "jvm:",
                        "  options: [-XX:+UseSerialGC, -XX:TieredStopAtLevel=1]",
                        ""));
        return written(root);
    }

    /** Runs as many blocks as the suite has. */
    static RunResult run(RunSettings settings, RunListener listener) {
        return new BenchmarkRun(settings, listener, Verdicts.FIXED_BLOCKS, false).execute();
    }

    /** The lines of a file of its run. */
    List<String> lines(String file) throws IOException {
        return Files.readAllLines(root.resolve("runs/r").resolve(file));
    }

    /** A file of its run. */
    JsonNode json(String file) throws IOException {
        return new ObjectMapper().readTree(root.resolve("runs/r").resolve(file).toFile());
    }

    /** What the suite file in a folder says. */
    static RunSettings written(Path root) {
        AdapterCatalog catalog = new AdapterCatalog(root.resolve("configs/adapters"), root);
        Suite suite = SuiteFile.read(suite(root), Scenarios.of(root));
        List<Adapter> read = suite.adapters().stream().map(catalog::find).toList();
        return new RunSettings(new Project(root), suite, read, List.of(), Backends.free(), "r");
    }

    private static Path suite(Path root) {
        return root.resolve("configs/suites/test.yaml");
    }

    private static String backends(boolean wrong) {
        String toC = "\"${backend.C.port}\"";
        return (wrong ? toC + ", " + toC : "\"${backend.A.port}\", \"${backend.B.port}\"") + ", " + toC;
    }

    /** The running process of an adapter. */
    ProcessHandle process(String adapter) {
        String work = root.resolve("runs/r/work").resolve(adapter).toString();
        return ProcessHandle.current()
                .descendants()
                .filter(process -> workFolder(process).equals(work))
                .findFirst()
                .orElseThrow();
    }

    /** Whether an adapter has a process that runs. */
    boolean running(String adapter) {
        String work = root.resolve("runs/r/work").resolve(adapter).toString();
        return ProcessHandle.current()
                .descendants()
                .anyMatch(process -> workFolder(process).equals(work));
    }

    private static String workFolder(ProcessHandle process) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "cwd"))
                    .toString();
        } catch (IOException gone) {
            return "";
        }
    }

    private static Path location(Class<?> type) throws IOException {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    private void jar(Class<?> content, String path) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "0.0-test");
        Path root = location(content);
        Path folder = root.resolve(content.getPackageName().replace('.', '/'));
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest);
                Stream<Path> files = Files.list(folder)) {
            for (Path entry : files.toList()) {
                jar.putNextEntry(new JarEntry(root.relativize(entry).toString()));
                Files.copy(entry, jar);
                jar.closeEntry();
            }
        }
    }
}
