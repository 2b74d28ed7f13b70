package org.busbench.harness.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.harness.text.Problem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
