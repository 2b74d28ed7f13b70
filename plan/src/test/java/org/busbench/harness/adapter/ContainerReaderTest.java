package org.busbench.harness.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.busbench.harness.Example;
import org.busbench.harness.JsonSchema;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Template;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ContainerReaderTest {
    private static final String TEXT = """
            schema: busbench/adapter/1
            name: sample
            title: A sample
            version: "1"
            role: mediator
            about: one line
            container:
              image: registry.example/gateway:2.1
              engine: podman
              ports: ["${port.http}:8280"]
              mounts: ["${work}/conf:/conf:ro", "/etc:/etc"]
              env: {JAVA_OPTS: "-Xmx${port.http}k"}
              memory: 512m
              cpus: 1.5
              args: [--listen, "0.0.0.0:8280"]
            ports: {http: 8290}
            ready: {url: "http://127.0.0.1:${port.http}/up", within: 30s}
            scenarios:
              virtualization: {url: "http://127.0.0.1:${port.http}/v"}
              cbr: {url: "http://127.0.0.1:${port.http}/c"}
              xslt: {not-served: no stylesheets}
            """;
    private static final String PORTS = "  ports: [\"${port.http}:8280\"]\n";

    @TempDir
    private Path project;

    static Stream<Example> examples() {
        return Stream.of(
                change("engine: podman", "engine: docker"),
                change(PORTS, "  network: host\n"),
                change(PORTS, "  ports: [\"192.0.2.1:${port.http}:8280\", \"8281:8281\"]\n"),
                change("cpus: 1.5", "cpus: 2"),
                change("cpus: 1.5", "cpus: 1.0"),
                change("cpus: 1.5", "cpus: \".5\""),
                change(PORTS, PORTS + "  network: host\n")
                        .refused(
                                "8: a container is reached by 'network: host' or by published 'ports': write one of them"),
                change(PORTS, "")
                        .refused(
                                "8: a container is reached by 'network: host' or by published 'ports': write one of them"),
                change("  image: registry.example/gateway:2.1\n", "").refused("8: key 'image' is missing: add it"),
                change("registry.example/gateway:2.1", "\"two words\"")
                        .refused("8: 'two words' is not the name of an image"),
                change("registry.example/gateway:2.1", "--privileged")
                        .refused("8: '--privileged' is not the name of an image"),
                change("engine: podman", "engine: dokcer")
                        .refused("9: unknown engine 'dokcer', did you mean 'docker'?"),
                change("\"${port.http}:8280\"", "\"8280\"")
                        .refused("10: '8280' is not HOST:CONTAINER or ADDRESS:HOST:CONTAINER, such as \"8290:8290\""),
                change("\"${port.http}:8280\"", "\"${port.https}:8280\"")
                        .refusedByReader("10: unknown expression ${port.https}, did you mean 'port.http'?"),
                change("\"/etc:/etc\"", "\"etc:/etc\"")
                        .refused("11: 'etc:/etc' is not FROM:TO or FROM:TO:ro with absolute paths"),
                change("\"/etc:/etc\"", "\"/etc\"")
                        .refused("11: '/etc' is not FROM:TO or FROM:TO:ro with absolute paths"),
                change("memory: 512m", "memory: 512M").refused("13: '512M' is not a size like 512m or 2g"),
                change("memory: 512m", "memory: 0m").refused("13: '0m' is not a size like 512m or 2g"),
                change("cpus: 1.5", "cpus: 0").refused("14: '0' is not a number of CPUs like 1.5"),
                change("cpus: 1.5", "cpus: two").refused("14: 'two' is not a number of CPUs like 1.5"),
                change("cpus: 1.5", "cpu: 1.5").refused("14: unknown key 'cpu', did you mean 'cpus'?"),
                change("ports: {http: 8290}\n", "ports: {http: 8290}\nenvironment: {A: b}\n")
                        .refused("17: 'environment' beside 'container': write 'env' below 'container'"),
                change("ports: {http: 8290}\n", "ports: {http: 8290}\ncommand: [sh]\n")
                        .refused("7: 'command' and 'container' exclude each other: remove one"));
    }

    private static Example change(String old, String changed) {
        return Example.changed(TEXT, old, changed);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aContainerIsReadOrRefusedWithItsLine(Example example) throws IOException {
        Path folder = SampleAdapter.write(project, example.text());
        if (example.error() == null) {
            assertThat(AdapterFolder.read(folder, project).program()).isInstanceOf(AdapterProgram.Container.class);
        } else {
            assertThatThrownBy(() -> AdapterFolder.read(folder, project))
                    .isInstanceOf(ConfigProblem.class)
                    .hasMessage(folder.resolve(Adapter.FILE_NAME) + ":" + example.error());
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theSchemaAgreesWithTheReader(Example example) throws IOException {
        if (example.error() == null || example.schemaSees()) {
            var complaints = new JsonSchema("adapter-1.schema.json").complaints(example.text());
            assertThat(!complaints.isEmpty()).as("complaints: %s", complaints).isEqualTo(example.schemaSees());
        }
    }

    @Test
    void everyValueArrives() throws IOException {
        Adapter adapter = AdapterFolder.read(SampleAdapter.write(project, TEXT), project);

        assertThat(adapter.hasProcess()).isTrue();
        assertThat(adapter.isOnAnotherNetwork()).isTrue();
        assertThat(adapter.program()).isInstanceOfSatisfying(AdapterProgram.Container.class, own -> {
            assertThat(own.image()).isEqualTo("registry.example/gateway:2.1");
            assertThat(own.engine()).isEqualTo(ContainerEngine.PODMAN);
            assertThat(texts(own.ports())).containsExactly("8290:8280");
            assertThat(texts(own.mounts())).containsExactly("W/conf:/conf:ro", "/etc:/etc");
            assertThat(own.environment().get("JAVA_OPTS").text()).isEqualTo("-Xmx${port.http}k");
            assertThat(own.memory()).contains("512m");
            assertThat(own.cpus()).contains("1.5");
            assertThat(own.network()).isEqualTo(Optional.empty());
            assertThat(texts(own.arguments())).containsExactly("--listen", "0.0.0.0:8280");
        });
    }

    private static List<String> texts(List<Template> templates) {
        return templates.stream()
                .map(template -> template.expand(Map.of("port.http", "8290", "work", "W")))
                .toList();
    }
}
