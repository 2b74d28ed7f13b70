package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a user does with the archive: unpack it into an empty folder, start, ask, stop. */
class DistributionIT {
    private static final Path ARCHIVE = Path.of(System.getProperty("mediator.archive"));

    @TempDir
    private static Path unpacked;

    private static Path installed;

    @TempDir
    private Path folder;

    @BeforeAll
    static void unpack() throws IOException, InterruptedException {
        run("tar", "-xzf", ARCHIVE.toAbsolutePath().toString(), "-C", unpacked.toString());
        try (Stream<Path> entries = Files.list(unpacked)) {
            installed = entries.filter(Files::isDirectory).findFirst().orElseThrow();
        }
    }

    @Test
    void startsAsItIs() throws Exception {
        int port = Child.freePort();
        Process mediator = start("--listen", "127.0.0.1:" + port);
        assertThat(wsdl(port, "VirtualizationProxy")).isEqualTo(200);
        stop(mediator);
    }

    @Test
    void mediatesTheConfigurationOfAnExistingSynapse() throws Exception {
        try (StubBackend backend = new StubBackend("backend-A")) {
            Path synapse = Files.createDirectories(folder.resolve("synapse with space/repository/conf"));
            Home home = Home.copy(synapse, backend);
            // In an installation of Synapse, resources are named from its own folder.
            Files.move(home.folder().resolve("xslt"), folder.resolve("synapse with space/xslt"));
            for (Path pointedAt :
                    List.of(synapse.resolve("synapse-config"), synapse, folder.resolve("synapse with space"))) {
                int port = Child.freePort();
                Process mediator = start("--config", pointedAt.toString(), "--listen", "127.0.0.1:" + port);
                Scenario scenario = Scenario.XSLT;
                assertThat(Wire.exchange(port, scenario.post(scenario.request("500")))
                                .status())
                        .isEqualTo(200);
                stop(mediator);
            }
        }
    }

    @Test
    void mediatesAConfigurationOfOneFile() throws Exception {
        try (StubBackend backend = new StubBackend("backend-A")) {
            Path file = Files.writeString(
                    folder.resolve("synapse.xml"),
                    "<definitions xmlns=\"http://ws.apache.org/ns/synapse\"><proxy name=\"VirtualizationProxy\""
                            + " transports=\"http\"><target><endpoint><address uri=\"http://127.0.0.1:" + backend.port()
                            + "/x\"/></endpoint><outSequence><send/></outSequence><faultSequence><drop/></faultSequence>"
                            + "</target></proxy><sequence name=\"main\"><drop/></sequence>"
                            + "<sequence name=\"fault\"><drop/></sequence></definitions>");
            int port = Child.freePort();
            Process mediator = start("--config", file.toString(), "--listen", "127.0.0.1:" + port);
            Scenario scenario = Scenario.VIRTUALIZATION;
            assertThat(Wire.exchange(port, scenario.post(scenario.request("500")))
                            .status())
                    .isEqualTo(200);
            stop(mediator);
        }
    }

    /** A JVM refuses two collectors, and a first heap above its greatest. */
    @ParameterizedTest
    @CsvSource({
        "JDK_JAVA_OPTIONS, -XX:+UseG1GC -Xmx96m",
        "JAVA_TOOL_OPTIONS, -XX:+UseSerialGC -XX:MaxHeapSize=96m",
        "JAVA_OPTS, -XX:+UseZGC"
    })
    void aCollectorAndAHeapOfTheUsersTakeThePlaceOfTheUsualOnes(String variable, String options) throws Exception {
        String said = said(
                0,
                "env",
                variable + "=" + options + " -XX:+PrintCommandLineFlags",
                installed.resolve("bin/mediator").toString(),
                "--version");
        assertThat(said).contains("-XX:MaxHeapSize=").doesNotContain("UseParallelGC");
    }

    @Test
    void aTimeThatIsNoNumberMakesNoArchive() throws Exception {
        assertThat(said(2, installed.resolve("bin/share-classes").toString(), "127.0.0.1:8280", "soon"))
                .isEqualTo("share-classes: 'soon' is no number of seconds; give a whole one, or none\n");
    }

    @Test
    @Tag("nightly")
    void startsWithArchivedClassesAndWithoutThoseThatDoNotFit() throws Exception {
        int port = Child.freePort();
        Path own = folder.resolve("own");
        run("cp", "-r", installed.toString(), own.toString());
        run(own.resolve("bin/share-classes").toString(), "127.0.0.1:" + port);
        Path loaded = folder.resolve("loaded");
        String options = "-XX:+UseParallelGC -Xms64m -Xmx256m -Xlog:class+load:file=" + loaded;
        Process mediator = start(own, options, "--listen", "127.0.0.1:" + port);
        assertThat(wsdl(port, "VirtualizationProxy")).isEqualTo(200);
        stop(mediator);
        assertThat(archivedClasses(loaded))
                .contains(
                        "org.busbench.mediation.Mediator",
                        "org.apache.synapse.SynapseConstants",
                        "org.apache.axis2.context.ConfigurationContext");

        // Pointers of another size: an archive of the same JVM that does not fit.
        mediator = start(own, "-XX:-UseCompressedOops " + options, "--listen", "127.0.0.1:" + port);
        assertThat(wsdl(port, "VirtualizationProxy")).isEqualTo(200);
        stop(mediator);
        assertThat(archivedClasses(loaded)).doesNotContain("org.busbench.mediation.Mediator");
    }

    private static Set<String> archivedClasses(Path loaded) throws IOException {
        try (Stream<String> lines = Files.lines(loaded)) {
            return lines.filter(line -> line.contains(" source: shared objects file"))
                    .map(line -> line.replaceAll(".*] (\\S+) source.*", "$1"))
                    .collect(Collectors.toSet());
        }
    }

    private Process start(String... arguments) throws IOException, InterruptedException {
        return start(installed, arguments);
    }

    /** Options of the JVM may come first. */
    private Process start(Path from, String... arguments) throws IOException, InterruptedException {
        boolean usual = arguments[0].startsWith("--");
        List<String> command =
                new ArrayList<>(List.of(from.resolve("bin/mediator").toString()));
        command.addAll(List.of(arguments).subList(usual ? 0 : 1, arguments.length));
        Path out = folder.resolve("out");
        ProcessBuilder builder = new ProcessBuilder(command);
        cheap(builder);
        if (!usual) {
            builder.environment().put("JAVA_OPTS", arguments[0]);
        }
        Process process =
                builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (!Files.readString(out).contains("ready http://")) {
            if (!process.isAlive() || System.nanoTime() > until) {
                process.destroyForcibly();
                throw new IllegalStateException("it did not start: " + Files.readString(out));
            }
            Thread.sleep(20);
        }
        return process;
    }

    /** Mediators that answer once; the options of the script stay as they are. */
    private static void cheap(ProcessBuilder builder) {
        builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1");
    }

    private static void stop(Process process) throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    private static int wsdl(int port, String proxy) throws IOException {
        String request = "GET /services/" + proxy + "?wsdl HTTP/1.1\r\nHost: localhost\r\n\r\n";
        return Wire.exchange(port, request.getBytes(StandardCharsets.US_ASCII)).status();
    }

    private static void run(String... command) throws IOException, InterruptedException {
        said(0, command);
    }

    /** What a command prints that ends with an exit code. */
    private static String said(int exitCode, String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        cheap(builder);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isEqualTo(exitCode);
        return said;
    }
}
