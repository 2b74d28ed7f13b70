package org.busbench.harness.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.Template;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdapterCatalogTest {
    @TempDir
    private Path project;

    private AdapterCatalog catalog;

    @BeforeEach
    void writeAdapters() throws IOException {
        SampleAdapter.write(project, SampleAdapter.TEXT);
        Path adapters = project.resolve("configs/adapters");
        Files.writeString(Files.createDirectory(adapters.resolve("broken")).resolve(Adapter.FILE_NAME), "schema: [");
        Files.createDirectory(adapters.resolve("not-an-adapter"));
        catalog = new AdapterCatalog(adapters, project);
    }

    @Test
    void foldersWithAnAdapterFileAreListed() {
        assertThat(catalog.names()).containsExactly("broken", "sample");
    }

    @Test
    void aBrokenAdapterStandsInNobodyElsesWay() {
        assertThat(catalog.find("sample").title()).isEqualTo("A sample");
        assertThatThrownBy(() -> catalog.find("broken")).hasMessageContaining("adapter.yaml:1: malformed YAML");
    }

    @Test
    void anUnknownNameIsAProblemThatSaysWhatCouldBeMeant() {
        assertThatThrownBy(() -> catalog.find("smaple"))
                .isInstanceOf(Problem.class)
                .hasMessage("unknown adapter 'smaple', did you mean 'sample'?");
        assertThatThrownBy(() -> catalog.find("../sample")).hasMessageStartingWith("unknown adapter '../sample'");
    }

    @Test
    void whatTheSuiteItselfIsTestedOnIsFoundAndNotListed() throws IOException {
        Path mutant = Files.createDirectories(project.resolve("mutants/adapters/mutant"));
        Files.writeString(
                mutant.resolve(Adapter.FILE_NAME),
                Files.readString(project.resolve("configs/adapters/sample").resolve(Adapter.FILE_NAME))
                        .replace("name: sample", "name: mutant"));

        Files.copy(project.resolve("configs/adapters/sample/native.conf"), mutant.resolve("native.conf"));

        assertThat(catalog.find("mutant").title()).isEqualTo("A sample");
        assertThat(catalog.names()).doesNotContain("mutant");
    }

    @Test
    void aVariantIsAnotherAdapterWithArgumentsAndPortsOfItsOwn() {
        AdapterCatalog shipped = new AdapterCatalog(ProjectFiles.ROOT.resolve("mutants/adapters"), ProjectFiles.ROOT);

        List<Adapter> all = shipped.all(leftOut -> {
            throw new AssertionError(leftOut);
        });

        assertThat(all)
                .extracting(Adapter::name)
                .contains("reference", "echoes")
                .isEqualTo(shipped.names());
        assertThat(all.stream()
                        .flatMap(one -> one.ports().values().stream())
                        .map(Adapter.Port::number)
                        .distinct())
                .hasSameSizeAs(all);
        Adapter mutant = shipped.find("late-echoes");
        assertThat(mutant.title()).isEqualTo("mutant late-echoes");
        assertThat(((AdapterProgram.Java) mutant.program()).arguments())
                .extracting(Template::text)
                .endsWith("--fault=echoes", "--after=700");
    }

    @Test
    void aVariantHasTheFilesOfItsOriginalAndTheKeysThatItSets() {
        Path adapters = ProjectFiles.ROOT.resolve("configs/adapters");

        Adapter variant = new AdapterCatalog(adapters, ProjectFiles.ROOT).find("synapse-access-log");

        assertThat(variant.ports().get("https").number()).isEqualTo(8495);
        assertThat(variant.deviations()).singleElement().asString().startsWith("logs-messages: ");
        assertThat(variant.folder().resolve("axis2.xml")).hasSameBinaryContentAs(adapters.resolve("synapse/axis2.xml"));
    }

    @Test
    void aVariantThatLacksItsTitleIsRefusedWithItsLine() throws IOException {
        Path parent = project.resolve("configs/adapters");
        Files.writeString(
                parent.resolve("variants.yaml"),
                "schema: busbench/variants/1\nof: sample\nvariants:\n  faster:\n    about: What is faster.\n");

        assertThat(catalog.names()).contains("faster");
        assertThatThrownBy(() -> catalog.find("faster"))
                .hasMessageContaining("variants.yaml:5: ")
                .hasMessageContaining("'title' is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ports: {http: '8290'}", "ports: {http: 8290.5}", "ports: ["})
    void aVariantOfAnAdapterThatCannotBeReadNamesTheLineOfThatOne(String ports) throws IOException {
        Path parent = project.resolve("configs/adapters");
        Files.writeString(parent.resolve("sample/adapter.yaml"), SampleAdapter.TEXT.replaceFirst("ports: .*", ports));
        Files.writeString(
                parent.resolve("variants.yaml"),
                "schema: busbench/variants/1\nof: sample\nvariants:\n  faster: {title: faster, about: What is faster.}\n");

        assertThatThrownBy(() -> catalog.find("faster"))
                .isInstanceOf(ConfigProblem.class)
                .hasMessageContaining("sample/adapter.yaml:");
    }

    @Test
    void anAdapterIsAvailableWhenItsProgramsAreThere() throws IOException {
        Adapter adapter = catalog.find("sample");
        Path bin = Files.createDirectory(project.resolve("bin"));
        ProgramPath path = new ProgramPath(List.of(bin));

        Availability without = Availability.of(adapter, path);
        assertThat(without.available()).isFalse();
        assertThat(without.reason()).isEqualTo("sh is not installed");
        assertThat(without.install()).isEqualTo("apt-get install dash");

        Path program = Files.createFile(bin.resolve("sh"));
        assertThat(Availability.of(adapter, path).available())
                .as("not executable")
                .isFalse();
        assertThat(program.toFile().setExecutable(true)).isTrue();
        assertThat(Availability.of(adapter, path).available()).isTrue();
    }
}
