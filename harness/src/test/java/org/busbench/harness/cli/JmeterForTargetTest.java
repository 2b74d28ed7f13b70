package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.busbench.harness.ProjectFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JMeter's own HTTP sampler trusts every server: what demands more of a client is not measured by it. */
class JmeterForTargetTest {
    @RegisterExtension
    private final CapturedConsole console = new CapturedConsole();

    @TempDir
    private Path folder;

    @BeforeEach
    void ofThisCheckout() {
        System.setProperty("busbench.project", ProjectFiles.ROOT.toString());
    }

    @AfterEach
    void forget() {
        System.clearProperty("busbench.project");
        System.clearProperty("busbench.adapters");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    https | {}                                | is reached over TLS, and the injector jmeter-http checks no certificate: choose the injector nio, or write 'target: {insecure: true}'
                    https | {trust: issuer.pem}               | is reached over TLS, and the injector jmeter-http checks no certificate: choose the injector nio, or write 'target: {insecure: true}'
                    http  | '{headers: {X-Key: {env: PATH}}}' | wants header fields, which the injector jmeter-http does not send: choose the injector nio
                    https | '{insecure: true, client-certificate: {keystore: issuer.pem, password-env: PATH}}' | wants a client's certificate, which the injector jmeter-http does not show: choose the injector nio
                    """)
    void whatJmeterWouldNotDoIsRefusedInOneLine(String scheme, String terms, String why) throws IOException {
        Path file = adapter(scheme, terms);

        assertThat(run("jmeter-http")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(console.err().strip()).isEqualTo("busbench: " + file + ": theirs " + why);
        assertThat(run("nio")).as(console.err()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"https, {insecure: true}", "http, {}"})
    void whatNeedsNoMoreIsMeasuredByIt(String scheme, String terms) throws IOException {
        adapter(scheme, terms);

        assertThat(run("jmeter-http")).as(console.err()).isZero();
    }

    @Test
    void whatGatlingWouldNotDoIsRefusedInOneLine() throws IOException {
        Path file = adapter("https", "{insecure: true}");

        assertThat(run("gatling")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(console.err().strip())
                .isEqualTo("busbench: " + file
                        + ": theirs is reached over TLS, and the injector gatling asks by plain http:"
                        + " choose the injector nio");
    }

    @Test
    void headerFieldsOfATargetAreNoMatterToGatling() throws IOException {
        adapter("http", "{headers: {X-Key: {env: PATH}}}");

        assertThat(run("gatling")).as(console.err()).isZero();
    }

    private int run(String injector) {
        return Busbench.execute(
                "--adapters",
                folder.toString(),
                "run",
                "smoke",
                "--adapter",
                "theirs",
                "--injector",
                injector,
                "--dry-run");
    }

    private Path adapter(String scheme, String terms) throws IOException {
        Path own = Files.createDirectories(folder.resolve("theirs"));
        Files.writeString(own.resolve("issuer.pem"), "");
        return Files.writeString(own.resolve("adapter.yaml"), """
                schema: busbench/adapter/1
                name: theirs
                title: theirs
                version: "1"
                role: mediator
                about: It runs already.
                target: %s
                scenarios:
                  cbr: {url: "%s://esb.example.com/services/CbrProxy"}
                """.formatted(terms, scheme));
    }
}
