package org.busbench.harness.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.busbench.harness.JsonSchema;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.record.Host.Part;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostsTest {
    private static final String RIGHT = """
            schema: busbench/hosts/1
            injectors:
              - load-1
              - {host: me@load-2, folder: /data/busbench, java: /opt/jdk-21}
            mediator: {host: esb, address: 10.0.0.20, cpus: [1, 2]}
            backend: {host: backend, address: backend.test}
            """;

    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("hosts.yaml"), text);
    }

    @Test
    void eachHostHasItsRole() throws IOException {
        Hosts hosts = Hosts.read(file(RIGHT));

        assertThat(new JsonSchema("hosts-1.schema.json").complaints(RIGHT)).isEmpty();
        assertThat(hosts.all()).extracting(Hosts.Host::name).containsExactly("load-1", "me@load-2", "esb", "backend");
        assertThat(hosts.injectors().get(0).folder()).isEmpty();
        assertThat(hosts.injectors().get(1))
                .isEqualTo(new Hosts.Host(
                        Part.INJECTOR, "me@load-2", "", Optional.of("/data/busbench"), Optional.of("/opt/jdk-21")));
        assertThat(hosts.mediator().address()).isEqualTo("10.0.0.20");
        assertThat(hosts.mediatorCpus()).containsExactly(1, 2);
        assertThat(hosts.backend().role()).isEqualTo(Part.BACKEND);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "load-1           | -oProxyCommand=x | hosts.yaml:3: '-oProxyCommand=x' is no host",
                "address: 10      | adress: 10       | hosts.yaml:5: unknown key 'adress', did you mean 'address'?",
                "10.0.0.20        | 'http://10.1'    | hosts.yaml:5: address is 'http://10.1': write the address",
                "/data/busbench   | '$(reboot)'      | hosts.yaml:4: folder is '$(reboot)': write a path",
                "/data/busbench   | '~/busbench'     | hosts.yaml:4: folder is '~/busbench': write a path",
                "/opt/jdk-21      | opt/jdk          | hosts.yaml:4: java is 'opt/jdk': write the absolute folder",
                "[1, 2]           | [2, 2]           | hosts.yaml:5: '2' stands here twice",
                "[1, 2]           | [0, 2]           | hosts.yaml:5: ",
                "busbench/hosts/1 | busbench/hosts/9 | hosts.yaml:1: schema 'busbench/hosts/9' is not known",
            })
    void whatIsWrongIsRefusedWithItsLineByTheSchemaToo(String right, String wrong, String message) throws IOException {
        String text = RIGHT.replace(right, wrong);

        assertThat(new JsonSchema("hosts-1.schema.json").complaints(text)).isNotEmpty();
        assertThatThrownBy(() -> Hosts.read(file(text)))
                .isInstanceOf(ConfigProblem.class)
                .hasMessageContaining(message);
    }

    @Test
    void anInjectorThatStandsThereTwiceIsRefused() throws IOException {
        Path file = file(RIGHT.replace("me@load-2", "load-1"));

        assertThatThrownBy(() -> Hosts.read(file))
                .hasMessageContaining("hosts.yaml:4: injector load-1 stands here twice");
    }
}
