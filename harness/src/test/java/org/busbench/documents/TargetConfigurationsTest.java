package org.busbench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterFolder;
import org.busbench.harness.adapter.AdapterProgram;
import org.busbench.harness.adapter.Download;
import org.busbench.harness.adapter.WorkFile;
import org.busbench.harness.cli.Busbench;
import org.busbench.harness.text.YamlFile;
import org.busbench.harness.text.YamlMap;
import org.busbench.harness.text.YamlValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** {@code configs/targets}, as far as it can be checked without the products. */
class TargetConfigurationsTest {
    private static final Path TARGETS = ProjectFiles.ROOT.resolve("configs/targets");
    private static final Path OURS = ProjectFiles.ROOT.resolve("mediation/src/main/synapse/synapse-config");
    private static final Path WSO2 = TARGETS.resolve("wso2-mi/synapse-configs/default");
    private static final String PATH_OF_THE_SYMBOL = "m:getQuote[1]/m:request[1]/m:symbol[1]";
    private static final String FETCHED = "wso2-mi-4";
    private static final String PREFIX = "busbench-";

    static List<Path> folders() throws IOException {
        try (Stream<Path> entries = Files.list(TARGETS)) {
            return entries.filter(Files::isDirectory).sorted().toList();
        }
    }

    /** Of products that run already: the others are fetched and started, and know the addresses of the backends. */
    static List<Path> running() throws IOException {
        return folders().stream().filter(folder -> !folder.endsWith(FETCHED)).toList();
    }

    static List<Path> xmlFiles() throws IOException {
        return files(TARGETS, ".xml");
    }

    static List<Path> yamlFiles() throws IOException {
        return files(TARGETS, ".yaml", ".yml");
    }

    static List<Path> documents() throws IOException {
        return files(TARGETS, ".md");
    }

    static List<Path> synapseFiles() throws IOException {
        return files(WSO2, ".xml");
    }

    private static List<Path> files(Path folder, String... ends) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> Stream.of(ends).anyMatch(file.toString()::endsWith))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("xmlFiles")
    void everyXmlFileIsWellFormed(Path file) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);

        assertThat(factory.newDocumentBuilder().parse(file.toFile()).getDocumentElement())
                .isNotNull();
    }

    @ParameterizedTest
    @MethodSource("yamlFiles")
    void everyYamlFileHoldsOneMap(Path file) {
        assertThat(YamlFile.read(file).keys()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("running")
    void theAdapterIsOneOfWhatRunsAlready(Path folder) {
        assertThat(AdapterFolder.read(folder, ProjectFiles.ROOT).program()).isInstanceOf(AdapterProgram.Target.class);
    }

    @ParameterizedTest
    @MethodSource("running")
    void theAddressOfEachBackendStandsOnce(Path folder) throws IOException {
        String all = configuration(folder);

        for (String backend : List.of("BACKEND_A", "BACKEND_B", "BACKEND_C")) {
            assertThat(all.split(backend, -1)).as(backend).hasSize(2);
        }
    }

    @ParameterizedTest
    @MethodSource("running")
    void theSymbolIsFoundByThePathThatAllAdaptersUse(Path folder) throws IOException {
        assertThat(configuration(folder)).containsOnlyOnce(PATH_OF_THE_SYMBOL);
    }

    @ParameterizedTest
    @MethodSource("folders")
    void theReadmeSaysWhatWasNotRun(Path folder) throws IOException {
        assertThat(Files.readAllLines(folder.resolve("README.md"))).contains("## What was checked", "## Not run here");
    }

    @ParameterizedTest
    @MethodSource("documents")
    void theCommandLineKnowsEveryCommandOfADocument(Path document) throws IOException {
        for (String line : Files.readAllLines(document)) {
            if (line.startsWith("./busbench ")) {
                List<String> words = List.of(line.replaceFirst("\\s+#.*", "").split("\\s+"));

                assertThat(new CommandLine(Busbench.class)
                                .parseArgs(words.subList(1, words.size()).toArray(String[]::new))
                                .hasSubcommand())
                        .as(line)
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("synapseFiles")
    void theFilesForWso2AreThoseOfTheSynapseAdapter(Path file) throws IOException {
        Path ours = OURS.resolve(WSO2.relativize(file).toString().replace(PREFIX, ""));
        String expected = Files.readString(ours)
                .replace("127.0.0.1:9000", "BACKEND_A")
                .replace("127.0.0.1:9001", "BACKEND_B")
                .replace("127.0.0.1:9002", "BACKEND_C")
                .replaceFirst("file:xslt/(wsdl/)?", "file:repository/busbench/");

        assertThat(Files.readString(file).replace(PREFIX, "")).isEqualTo(expected);
    }

    @Test
    void noFileForWso2IsMissing() throws IOException {
        assertThat(synapseFiles().stream()
                        .map(file -> WSO2.relativize(file).toString().replace(PREFIX, "")))
                .containsExactlyInAnyOrderElementsOf(files(OURS, ".xml").stream()
                        .map(file -> OURS.relativize(file).toString())
                        .filter(name -> !name.equals("sequences/main.xml"))
                        .toList());
    }

    @Test
    void whatWeHaveNotSeenIsFetchedUnderAChecksumOfTheUsers() {
        Adapter adapter = AdapterFolder.read(TARGETS.resolve(FETCHED), ProjectFiles.ROOT);

        assertThat(adapter.archives())
                .singleElement()
                .isInstanceOfSatisfying(
                        WorkFile.Archive.Published.class,
                        archive -> assertThat(archive.download().sha256())
                                .isEqualTo(new Download.Sha256.Given("WSO2_MI_SHA256")));
    }

    @Test
    void kongPublishesOurWsdl() throws IOException {
        YamlMap service = first(YamlFile.read(TARGETS.resolve("kong/kong.yml")).require("services"));
        YamlMap config = first(service.require("plugins")).require("config").map();

        assertThat(config.require("body").text()).isEqualTo(wsdl("127.0.0.1:8000"));
    }

    @Test
    void apisixPublishesOurWsdlAndItsFileHasAnEnd() throws IOException {
        Path file = TARGETS.resolve("apisix/apisix.yaml");
        YamlMap mocking = first(YamlFile.read(file).require("routes"))
                .require("plugins")
                .map()
                .require("mocking")
                .map();

        assertThat(mocking.require("response_example").text()).isEqualTo(wsdl("127.0.0.1:9080"));
        assertThat(Files.readString(file)).as("APISIX ignores it otherwise").endsWith("\n#END\n");
    }

    private static YamlMap first(YamlValue list) {
        return list.list().get(0).map();
    }

    private static String wsdl(String address) throws IOException {
        return Files.readString(ProjectFiles.ROOT.resolve("xslt/wsdl/StockQuoteProxy.wsdl"))
                .replace("127.0.0.1:8280", address);
    }

    /** Every file of a folder but the README, one after the other. */
    private static String configuration(Path folder) throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path file : files(folder, "")) {
            if (!file.endsWith("README.md")) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }
}
