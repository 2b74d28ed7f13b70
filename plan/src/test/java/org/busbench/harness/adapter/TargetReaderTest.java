package org.busbench.harness.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.busbench.common.http.Access.Field;
import org.busbench.common.http.Access.Place;
import org.busbench.common.tls.TlsTerms.Store;
import org.busbench.harness.Example;
import org.busbench.harness.JsonSchema;
import org.busbench.harness.text.ConfigProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TargetReaderTest {
    private static final String TEXT = """
            schema: busbench/adapter/1
            name: sample
            title: A sample
            version: "1"
            role: mediator
            about: one line
            target:
              trust: native.conf
              client-certificate: {keystore: native.conf, password-env: KEY_PASSWORD}
              headers:
                Authorization: {env: TOKEN}
                X-Key: {file: "${project}/shared/endpoint.xml"}
                X-Plain: text
              cost: [ssh, host, cost]
            scenarios:
              virtualization: {url: "https://esb.example.org/v", wsdl: "http://inside:8280/v"}
              cbr: {url: "https://esb.example.org/c"}
              xslt: {not-served: no stylesheets}
            """;

    @TempDir
    private Path project;

    static Stream<Example> examples() {
        return Stream.of(
                change("X-Plain: text", "X-Plain: texts"),
                change("  trust: native.conf\n", "  trust: {file: native.conf, password-env: STORE_PASSWORD}\n"),
                change("  trust: native.conf\n", "  insecure: true\n"),
                change("  trust: native.conf\n", "  trust: native.conf\n  insecure: true\n")
                        .refusedByReader("9: 'insecure' trusts everybody, and 'trust' names whom: remove one"),
                change("trust: native.conf", "trust: nosuch.pem")
                        .refusedByReader("8: no such file: FOLDER/nosuch.pem; correct the path or add the file"),
                change("password-env: KEY_PASSWORD", "password: tiger")
                        .refused("9: unknown key 'password'; known: keystore, password-env"),
                change("password-env: KEY_PASSWORD", "password-env: KEY-PASSWORD")
                        .refused("9: 'KEY-PASSWORD' is not the name of an environment variable"),
                change("{env: TOKEN}", "{variable: TOKEN}").refused("11: unknown key 'variable'; known: env, file"),
                change("Authorization:", "Content-Type:")
                        .refusedByReader("11: the header field Content-Type belongs to the message itself: remove it"),
                change("X-Plain:", "X Plain:")
                        .refusedByReader("13: 'X Plain' is not the name of a header field: correct it"),
                change("\"${project}/shared/endpoint.xml\"", "native.conf")
                        .refusedByReader("12: a secret in the adapter's folder has its hash in every record:"
                                + " move FOLDER/native.conf elsewhere"),
                change("https://esb.example.org/c", "https://me:tiger@esb.example.org/c")
                        .refusedByReader("17: the URL holds a password, which would stand in the record: write"
                                + " headers: {Authorization: {env: NAME}} in 'target'"),
                change("https://esb.example.org/c", "ftp://esb.example.org/c")
                        .refused("17: 'ftp://esb.example.org/c' is not a URL: write http://HOST:PORT/PATH or"
                                + " https://HOST:PORT/PATH"),
                change("scenarios:\n", "ports: {http: 8280}\nscenarios:\n")
                        .refused("15: 'ports' beside 'target': nothing is started, remove it"),
                change("scenarios:\n", "command: [sh]\nscenarios:\n")
                        .refused("7: 'command' and 'target' exclude each other: remove one"));
    }

    private static Example change(String old, String changed) {
        return Example.changed(TEXT, old, changed);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aTargetIsReadOrRefusedWithItsLine(Example example) throws IOException {
        Path folder = SampleAdapter.write(project, example.text());
        if (example.error() == null) {
            assertThat(AdapterFolder.read(folder, project).reach().running()).isTrue();
        } else {
            assertThatThrownBy(() -> AdapterFolder.read(folder, project))
                    .isInstanceOf(ConfigProblem.class)
                    .hasMessage(folder.resolve(Adapter.FILE_NAME) + ":"
                            + example.error().replace("FOLDER", folder.toString()));
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
        Path folder = SampleAdapter.write(project, TEXT);
        Adapter adapter = AdapterFolder.read(folder, project);

        assertThat(adapter.hasProcess()).isFalse();
        assertThat(adapter.isBareControl()).isFalse();
        assertThat(adapter.reach().access().tls().trust()).isEqualTo(new Store(folder.resolve("native.conf"), null));
        assertThat(adapter.reach().access().tls().identity())
                .isEqualTo(new Store(folder.resolve("native.conf"), "KEY_PASSWORD"));
        assertThat(adapter.reach().access().fields())
                .containsExactly(
                        new Field("Authorization", Place.ENV, "TOKEN"),
                        new Field(
                                "X-Key",
                                Place.FILE,
                                project.resolve("shared/endpoint.xml").toString()),
                        new Field("X-Plain", Place.TEXT, "text"));
        assertThat(adapter.program())
                .isInstanceOfSatisfying(
                        AdapterProgram.Target.class,
                        target -> assertThat(target.cost()).hasSize(3));
        assertThat(Files.exists(adapter.file())).isTrue();
    }
}
