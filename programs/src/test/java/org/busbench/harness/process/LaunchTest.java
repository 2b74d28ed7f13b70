package org.busbench.harness.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterCatalog;
import org.busbench.harness.adapter.AdapterFolder;
import org.busbench.harness.adapter.SampleAdapter;
import org.busbench.harness.process.Launch.ArtifactFiles;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.Template;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

class LaunchTest {
    private static final Path LOCKED = Path.of("/repository/thing-1.0-tests.jar");

    @TempDir
    private Path project;

    private Launch.Settings site;

    @BeforeEach
    void place() {
        site = new Launch.Settings(
                project,
                project.resolve("work"),
                project.resolve("logs"),
                Backends.from(19000).overTls(new TlsKeys(project.resolve("tls"), List.of())),
                List.of("-Xmx1g"),
                Backends.HOST);
    }

    private Launch launchOf(String text) throws IOException {
        Path folder = SampleAdapter.write(project, text);
        Files.createFile(project.resolve("lib/b.jar"));
        Files.createFile(project.resolve("lib/a.jar"));
        Files.createFile(project.resolve("lib/readme.txt"));
        return Launch.of(
                AdapterFolder.read(folder, project), site, new ArtifactFiles(List.of(LOCKED), Map.of(), Map.of()));
    }

    /** A JVM refuses two collectors, and a first heap above its greatest. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -XX:+UseSerialGC                    | -Xms1g -Xmx1g -Xss1m -XX:+UseSerialGC
            -XX:+UseG1GC -XX:MaxGCPauseMillis=9 | -Xms1g -Xmx1g -Xss1m -XX:+UseG1GC -XX:MaxGCPauseMillis=9
            -XX:+UseZGC -XX:+ZGenerational      | -Xms1g -Xmx1g -Xss1m -XX:+UseZGC -XX:+ZGenerational
            -Xmx300m                            | -XX:+UseParallelGC -Xss1m -Xmx300m
            -XX:MaxRAMPercentage=50             | -XX:+UseParallelGC -Xss1m -XX:MaxRAMPercentage=50
            -XX:+UseEpsilonGC -XX:MaxHeapSize=1g | -Xss1m -XX:+UseEpsilonGC -XX:MaxHeapSize=1g
            -XX:+UseNUMA -Dname=UseSerialGC     | -Xms1g -Xmx1g -XX:+UseParallelGC -Xss1m -XX:+UseNUMA -Dname=UseSerialGC
            """)
    void anOptionOfTheProgramTakesThePlaceOfTheCommonOneThatItExcludes(String own, String all) {
        List<String> common = List.of("-Xms1g", "-Xmx1g", "-XX:+UseParallelGC", "-Xss1m");

        assertThat(JavaCommand.options(common, List.of(own.split(" ")))).containsExactly(all.split(" "));
    }

    @Test
    void aJavaProgramGetsCommonOptionsThenItsOwnAndItsClassPathInOrder() throws IOException {
        Launch launch = launchOf(SampleAdapter.TEXT);
        ProcessSpec process = launch.process().orElseThrow();

        assertThat(process.command())
                .containsExactly(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx1g",
                        "-Dhome=" + project.resolve("work"),
                        "-cp",
                        String.join(
                                File.pathSeparator,
                                project.resolve("work").toString(),
                                project.resolve("lib/a.jar").toString(),
                                project.resolve("lib/b.jar").toString(),
                                LOCKED.toString()),
                        "org.example.Main",
                        "8290",
                        "");
        assertThat(process.environment())
                .containsExactly(Map.entry(
                        "HOME_OF", project.resolve("configs/adapters/sample").toString()));
        assertThat(process.directory()).isEqualTo(project.resolve("work"));
        assertThat(process.ports()).extracting(PortClaim::port).containsExactly(8290, 8291);
        assertThat(process.ports()).extracting(PortClaim::line).containsExactly(28, 28);
        assertThat(process.ready().orElseThrow().url()).isEqualTo(URI.create("http://127.0.0.1:8290/up"));
        assertThat(launch.urls())
                .containsExactly(
                        Map.entry("virtualization", URI.create("http://127.0.0.1:8290/v")),
                        Map.entry("cbr", URI.create("http://127.0.0.1:8290/c")));
    }

    @Test
    void sourcesMayUseThoseThatStandBeforeThem() throws IOException {
        Path shared = Files.createDirectories(project.resolve("configs/adapters/sample/shared"));
        Files.writeString(shared.resolve("Shared.java"), "public class Shared {}");
        Path own = Files.createDirectories(project.resolve("configs/adapters/sample/launcher"));
        Files.writeString(own.resolve("Main.java"), "public class Main { Shared shared; }");
        Launch launch = launchOf(
                SampleAdapter.TEXT.replace("- jars: ${project}/lib\n", "- sources: shared\n    - sources: launcher\n"));

        launch.sources().forEach(Launch.Compilation::ensure);

        Path classes = project.resolve("sample-classes");
        assertThat(classes.resolve("Main.class")).isRegularFile();
        assertThat(launch.process().orElseThrow().command())
                .contains(String.join(
                        File.pathSeparator, project.resolve("work").toString(), classes.toString(), LOCKED.toString()));
    }

    @Test
    void theWorkFolderHoldsTheAdaptersFilesAndNothingElse() throws IOException {
        Files.createDirectories(project.resolve("work/old"));
        Files.writeString(project.resolve("work/old/stale.xml"), "from the run before");
        launchOf(SampleAdapter.TEXT).files().fill();

        try (var files = Files.walk(project.resolve("work"))) {
            assertThat(files.filter(Files::isRegularFile))
                    .containsExactlyInAnyOrder(
                            project.resolve("work/conf/native.conf"), project.resolve("work/endpoint.xml"));
        }
        assertThat(project.resolve("work/repository/modules")).isEmptyDirectory();
        assertThat(project.resolve("work/conf/native.conf"))
                .hasContent("listen 8290;\nupstream http://127.0.0.1:19000/services/SimpleStockQuoteService;\n");
        assertThat(project.resolve("work/endpoint.xml")).hasContent("<a>127.0.0.1:19000</a><b>127.0.0.1:9001</b>");
    }

    @Test
    void aRepositoryOfTheEsbsOwnHoldsItsArtifactsInMavensLayout() throws IOException {
        String sha256 = "0".repeat(64);
        Path folder = SampleAdapter.write(
                project,
                SampleAdapter.TEXT.replace(
                        "folder: repository/modules",
                        "repository: system\n    artifacts: [{maven: org.example:bundle:1.0, sha256: " + sha256
                                + "}]"));
        Adapter adapter = AdapterFolder.read(folder, project);
        Files.createFile(project.resolve("lib/a.jar"));
        Path bundle = Files.writeString(project.resolve("bundle.jar"), "a bundle");
        ArtifactFiles artifacts =
                new ArtifactFiles(List.of(LOCKED), Map.of(adapter.archives().get(0), bundle), Map.of());

        Launch.of(adapter, site, artifacts).files().fill();

        assertThat(project.resolve("work/system/org/example/bundle/1.0/bundle-1.0.jar"))
                .hasContent("a bundle");
    }

    @Test
    void replacementsDoNotMeetEachOthersResults() throws IOException {
        Path from = Files.writeString(project.resolve("ports.txt"), "9000 9001");
        Map<String, Template> replace = Map.of("9000", Specs.text("9001"), "9001", Specs.text("9002"));
        WorkFolder.Step copy = work -> work.copy(from, "ports.txt", false, replace);
        new WorkFolder(project.resolve("work"), List.of(copy), Specs::asItIs).fill();
        assertThat(project.resolve("work/ports.txt")).hasContent("9001 9002");
    }

    @Test
    void bytesThatAreNoTextArePassedOnUnchanged() throws IOException {
        byte[] bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        Path from = Files.write(project.resolve("any.bin"), bytes);
        WorkFolder.Step copy = work -> work.copy(from, "any.bin", false, Map.of("nothing", Specs.text("of this")));
        new WorkFolder(project.resolve("work"), List.of(copy), Specs::asItIs).fill();
        assertThat(project.resolve("work/any.bin")).hasBinaryContent(bytes);
    }

    @Test
    void aFolderWhosePathHasSignsOfMarkupIsTextInXml() throws Exception {
        Path odd = Files.createDirectory(project.resolve("R&D \"<a>\" 'b' $"));
        Path folder = SampleAdapter.write(
                odd,
                SampleAdapter.TEXT
                        .replace("127.0.0.1:${backend.A.port}", "<c d='${work}'/>")
                        .replace("folder: repository/modules", "from: own.xml\n    to: own.xml\n    template: true"));
        Files.createFile(odd.resolve("lib/a.jar"));
        Files.writeString(folder.resolve("own.xml"), "<?xml version='1.0'?>\n<own home=\"${work}\">${work}</own>\n");
        Files.writeString(odd.resolve("shared/endpoint.xml"), "<e>127.0.0.1:9000</e>");
        String work = odd.resolve("work").toString();

        filesBelow(odd, folder).fill();

        DocumentBuilder xml = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        Element own = xml.parse(odd.resolve("work/own.xml").toFile()).getDocumentElement();
        Element endpoint = xml.parse(odd.resolve("work/endpoint.xml").toFile()).getDocumentElement();
        assertThat(own.getAttribute("home")).isEqualTo(work);
        assertThat(own.getTextContent()).isEqualTo(work);
        assertThat(((Element) endpoint.getFirstChild()).getAttribute("d")).isEqualTo(work);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a \"b", "a\\b", "$b", "a\nb"})
    void aPathThatMayEndAQuotedWordIsRefusedInAFileThatIsNoXml(String name) throws IOException {
        Path odd = Files.createDirectory(project.resolve(name));
        Path folder = SampleAdapter.write(odd, SampleAdapter.TEXT);
        Files.createFile(odd.resolve("lib/a.jar"));
        Files.writeString(odd.resolve("shared/endpoint.xml"), "<e>127.0.0.1:9000</e>");
        WorkFolder files = filesBelow(odd, folder);

        Path conf = Files.writeString(folder.resolve("native.conf"), "port ${port.http}\n");
        files.fill();
        assertThat(odd.resolve("work/conf/native.conf")).hasContent("port 8290\n");

        Files.writeString(conf, "home \"${work}\"\n");
        assertThatThrownBy(files::fill)
                .isInstanceOf(Problem.class)
                .hasMessage(
                        conf + ": cannot hold '" + odd.resolve("work") + "', since a quote, backslash or dollar sign in"
                                + " it may say something else there: move busbench and its runs to a folder without such a sign");
    }

    private static WorkFolder filesBelow(Path project, Path adapter) throws IOException {
        Launch.Settings site = new Launch.Settings(
                project,
                project.resolve("work"),
                project.resolve("logs"),
                Backends.from(19000),
                List.of(),
                Backends.HOST);
        return Launch.of(
                        AdapterFolder.read(adapter, project),
                        site,
                        new ArtifactFiles(List.of(LOCKED), Map.of(), Map.of()))
                .files();
    }

    @Test
    void aFolderWithoutJarsIsAProblemThatSaysWhatToDo() throws IOException {
        Path folder = SampleAdapter.write(project, SampleAdapter.TEXT);
        Adapter adapter = AdapterFolder.read(folder, project);
        assertThatThrownBy(() -> Launch.of(adapter, site, new ArtifactFiles(List.of(LOCKED), Map.of(), Map.of())))
                .isInstanceOf(Problem.class)
                .hasMessage(
                        "no jar in " + project.resolve("lib") + ": build the project with 'mvn -DskipTests package'");
    }

    @Test
    void aControlWithoutAProcessHasUrlsOnly() throws IOException {
        Path root = ProjectFiles.ROOT;
        Adapter direct = new AdapterCatalog(root.resolve("configs/adapters"), root)
                .find("direct")
                .in(ProjectFiles.SCENARIOS.all());
        Launch launch = Launch.of(direct, site, new ArtifactFiles(List.of(), Map.of(), Map.of()));
        assertThat(launch.process()).isEmpty();
        assertThat(launch.urls())
                .containsEntry("xslt", URI.create("http://127.0.0.1:19000/services/SimpleStockQuoteService"))
                .containsEntry("tls", URI.create("https://127.0.0.1:19003/services/SimpleStockQuoteService"));
        assertThat(launch.overTls().access().tls().trust().file()).isEqualTo(project.resolve("tls/authority.pem"));
        assertThat(project.resolve("tls"))
                .as("keys are made for what names them")
                .doesNotExist();
    }
}
