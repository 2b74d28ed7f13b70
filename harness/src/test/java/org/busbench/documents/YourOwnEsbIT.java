package org.busbench.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.documents.YourOwnEsbPage.Block;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.target.CommandLineRun;
import org.busbench.harness.target.DockerEngine;
import org.busbench.harness.target.NetworkNamespace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Does what {@code docs/your-own-esb.md} says, from top to bottom: types its commands and writes its files. Only the two
 * addresses are others, the windows of a run are shorter, and there are fewer cells unless {@code -Dbusbench.recipes.whole=true}:
 * busbench runs on one host, the ESB on another, joined by a cable. Both are network namespaces.
 */
@Tag("nightly")
class YourOwnEsbIT {
    /** Of the project's own scenarios. */
    private static final String CELLS =
            Boolean.getBoolean("busbench.recipes.whole") ? "" : " --scenario cbr --payload 500";

    private static final String HERE = "10.77.0.1";
    private static final String THERE = "10.77.0.2";
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final Path ROOT = ProjectFiles.ROOT.toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    private NetworkNamespace here;
    private NetworkNamespace there;
    private Path project;
    private Process esb;
    private Map<String, String> environment = Map.of();

    @BeforeEach
    void layACable() throws Exception {
        assumeThat(ROOT.resolve("mediation/target/mediation/lib"))
                .as("the project is built: mvn -DskipTests package")
                .isDirectory();
        here = NetworkNamespace.open();
        there = NetworkNamespace.open();
        here.connect(HERE + "/30", there, THERE + "/30");
        project = Files.createDirectories(folder.resolve("project"));
        for (String part : List.of("backend-stockquote", "configs", "jmeter-plans", "xslt")) {
            Files.createSymbolicLink(project.resolve(part), ROOT.resolve(part));
        }
    }

    @AfterEach
    void end() {
        if (esb != null) {
            esb.destroy();
            esb.onExit().join();
        }
        for (NetworkNamespace network : new NetworkNamespace[] {here, there}) {
            if (network != null) {
                network.close();
            }
        }
    }

    @Test
    void anEsbOnAnotherHostIsVerifiedAndMeasured() throws Exception {
        List<Block> recipe = new ArrayList<>(YourOwnEsbPage.recipe('a'));
        Block backends = recipe.remove(0);

        List<String> addresses = printed(words(backends.text().strip()));
        assertThat(addresses)
                .containsExactly(
                        "http://10.77.0.1:9000/services/SimpleStockQuoteService",
                        "http://10.77.0.1:9001/services/SimpleStockQuoteService",
                        "http://10.77.0.1:9002/services/SimpleStockQuoteService",
                        "https://10.77.0.1:9003/services/SimpleStockQuoteService");
        startOurMediator(addresses);
        List<CommandLineRun> ran = follow(recipe);

        assertThat(ran).hasSize(2);
        assertThat(page(ran.get(1)))
                .contains("ours ran already at 10.77.0.2:8280 and was not started by busbench")
                .contains("a verdict on it is about this one process");
    }

    /** {@code ContainerIT} verifies and measures in a container, too, with an image that costs nothing to make. */
    @Test
    void anEsbInAContainerIsStartedVerifiedAndMeasured() throws Exception {
        DockerEngine engine = DockerEngine.start(Files.createDirectories(folder.resolve("docker")), here);
        try {
            engine.importImage(gateway(), "registry.example.com/gateway:2.1", "ENTRYPOINT " + entryPoint());
            environment = engine.environment();

            List<CommandLineRun> ran = follow(YourOwnEsbPage.recipe('b'));

            assertThat(ran).hasSize(2);
            assertThat(page(ran.get(1)))
                    .contains("<dt>Image</dt><dd>registry.example.com/gateway:2.1</dd>")
                    .contains("<dt>Cost read from</dt><dd>its control group</dd>");
            assertThat(engine.docker("ps", "--all", "--quiet")).isEqualTo("exit 0");
        } finally {
            engine.close();
        }
    }

    /** {@code UrlIT} makes such messages, verifies and measures them, without a file of the page. */
    @Test
    void ownMessagesAreVerifiedAndMeasured() throws Exception {
        start(
                there,
                JAVA,
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dsun.net.httpserver.nodelay=true",
                "-cp",
                classPath(),
                OrderRouter.class.getName(),
                THERE,
                "8280",
                HERE);

        List<CommandLineRun> ran = follow(YourOwnEsbPage.recipe('c'));

        assertThat(ran).hasSize(2);
        assertThat(ran.get(0).out().lines().filter(line -> line.startsWith("orders ")))
                .isNotEmpty()
                .allMatch(line -> line.contains(" served"));
        assertThat(page(ran.get(1))).contains("Orders go to the warehouse of their region.");
    }

    /** Writes files and types commands, all of which must end well. */
    private List<CommandLineRun> follow(List<Block> recipe) throws Exception {
        List<CommandLineRun> ran = new ArrayList<>();
        for (Block block : recipe) {
            if (block.isCommands()) {
                for (String line : block.text().lines().toList()) {
                    CommandLineRun command = CommandLineRun.start(project, here, environment, words(line));
                    assertThat(command.exitCode())
                            .as("%s:%n%s", line, command.all())
                            .isZero();
                    ran.add(command);
                }
            } else {
                new Block(block.language(), block.file(), addressed(block.text())).write(project);
            }
        }
        return ran;
    }

    private static String addressed(String text) {
        return text.replace("192.0.2.10", HERE).replace("esb.example.com", THERE);
    }

    private static List<String> words(String line) {
        assertThat(line).startsWith("./busbench ");
        String shorter = line.contains(" run ") ? " --blocks 1 --primer 0s --warmup 1s --measure 1500ms" : "";
        if (line.contains(" run smoke") || line.matches(".* verify (ours|boxed).*")) {
            shorter += CELLS;
        }
        return List.of((addressed(line).substring("./busbench ".length()) + shorter).split(" "));
    }

    /** The addresses that the backends print; ended by Ctrl-C then. */
    private List<String> printed(List<String> words) throws Exception {
        CommandLineRun backends = CommandLineRun.start(project, here, environment, words);
        try {
            while (backends.isAlive() && backends.out().lines().count() < 3) {
                Thread.sleep(50);
            }
            backends.interrupt();
            assertThat(backends.exitCode()).as(backends.all()).isEqualTo(130);
            return backends.out()
                    .lines()
                    .map(line -> line.substring(line.indexOf('\t') + 1))
                    .toList();
        } finally {
            backends.kill();
        }
    }

    /** Configures it by hand, with the addresses of the backends, and starts it on the other host. */
    private void startOurMediator(List<String> addresses) throws Exception {
        Path configuration = folder.resolve("esb");
        copy(ROOT.resolve("mediation/src/main/synapse"), configuration);
        copy(ROOT.resolve("xslt/wsdl"), configuration.resolve("xslt/wsdl"));
        for (String stylesheet : List.of("xslt/request.xsl", "xslt/response.xsl")) {
            Files.copy(ROOT.resolve(stylesheet), configuration.resolve(stylesheet));
        }
        try (Stream<Path> files = Files.walk(configuration.resolve("synapse-config"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String text = Files.readString(file);
                for (int i = 0; i < addresses.size(); i++) {
                    text = text.replace(
                            "http://127.0.0.1:900" + i + "/services/SimpleStockQuoteService", addresses.get(i));
                }
                Files.writeString(file, text);
            }
        }
        start(
                there,
                JAVA,
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                ROOT.resolve("mediation/target/mediation/lib/*").toString(),
                "org.busbench.mediation.Mediator",
                "--config",
                configuration.toString(),
                "--listen",
                THERE + ":8280");
    }

    /** Starts the ESB. Returns when it has said that it is ready. */
    private void start(NetworkNamespace network, String... words) throws IOException {
        esb = new ProcessBuilder(network.command(List.of(words)))
                .redirectError(folder.resolve("esb.log").toFile())
                .start();
        BufferedReader said = esb.inputReader(StandardCharsets.UTF_8);
        assertThat(said.readLine())
                .as(Files.readString(folder.resolve("esb.log")))
                .startsWith("ready");
    }

    /** A root file system with a small Java, the reference mediator, and nothing else. */
    private Path gateway() throws Exception {
        Path root = Files.createDirectories(folder.resolve("gateway"));
        Path tools = Path.of(System.getProperty("java.home"), "bin");
        assumeThat(tools.resolve("jlink")).as("a JDK with jlink").isExecutable();
        said(
                tools.resolve("jlink").toString(),
                "--add-modules=java.base,java.logging,java.xml,jdk.unsupported",
                "--strip-debug",
                "--no-header-files",
                "--no-man-pages",
                "--output",
                root.resolve("java").toString());
        Set<String> libraries = new LinkedHashSet<>();
        try (Stream<Path> files = Files.walk(root.resolve("java"))) {
            for (Path file : files.filter(YourOwnEsbIT::isNative).toList()) {
                said("ldd", file.toString())
                        .lines()
                        .flatMap(line -> Arrays.stream(line.strip().split("\\s+")))
                        .filter(word -> word.startsWith("/") && !word.startsWith(root.toString()))
                        .filter(word -> Files.exists(Path.of(word)))
                        .forEach(libraries::add);
            }
        }
        for (String library : libraries) {
            Path copy = root.resolve(library.substring(1));
            Files.createDirectories(copy.getParent());
            Files.copy(Path.of(library), copy);
        }
        Files.createDirectories(root.resolve("tmp"));
        copy(ROOT.resolve("mutants/target/mutants/lib"), root.resolve("gateway/lib"));
        copy(ROOT.resolve("xslt"), root.resolve("gateway/xslt"));
        return root;
    }

    private static boolean isNative(Path file) {
        return file.toString().endsWith(".so") || file.endsWith(Path.of("bin", "java"));
    }

    /** The image is configured for the backends' usual addresses. */
    private static String entryPoint() {
        return Stream.of(
                        "/java/bin/java",
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        "/gateway/lib/*",
                        "org.busbench.mutants.Mutant",
                        "--listen=127.0.0.1:8280",
                        "--backend=A=127.0.0.1:9000",
                        "--backend=B=127.0.0.1:9001",
                        "--backend=C=127.0.0.1:9002",
                        "--xslt=/gateway/xslt")
                .map(word -> '"' + word + '"')
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static String said(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                if (Files.isRegularFile(file)) {
                    Files.copy(file, target);
                }
            }
        }
    }

    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The report that the last line of a run names. */
    private static String page(CommandLineRun run) throws IOException {
        String last = run.out().lines().reduce((one, next) -> next).orElse("");
        assertThat(last).startsWith("report: ");
        return Files.readString(Path.of(last.substring("report: ".length())));
    }
}
