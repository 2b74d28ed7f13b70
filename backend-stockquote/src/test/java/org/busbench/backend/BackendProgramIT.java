package org.busbench.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the program as its users do: in a process of its own. */
class BackendProgramIT {

    @ParameterizedTest
    @ValueSource(strings = {"wire", "axis2"})
    void itSaysWhenItIsReadyServesAndEndsWithZeroOnSigterm(String engine) throws Exception {
        Process process = start("--engine", engine, "--listen", "one=127.0.0.1:0", "--listen", "two=127.0.0.1:0");
        try (BufferedReader out = process.inputReader()) {
            String first = out.readLine();
            assertThat(first).matches("ready one http://127\\.0\\.0\\.1:[0-9]+/services/SimpleStockQuoteService");
            assertThat(out.readLine()).startsWith("ready two http://127.0.0.1:");
            assertThat(out.readLine()).isEqualTo("ready");
            int port = Integer.parseInt(first.replaceAll(".*:([0-9]+)/.*", "$1"));
            try (RawClient client = new RawClient(port)) {
                assertThat(client.post(Samples.getQuote("500")).receive().text())
                        .contains(">one<");
                process.destroy();
                assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            --delay uniform:5ms            | uniform:5ms
            --engine tomcat                | tomcat
            --listen backend-A             | 'backend-A' is not NAME=HOST:PORT
            --listen a=127.0.0.1:70000     | a=127.0.0.1:70000
            --listen a=h:0 --listen a=h:0  | twice: a
            --io-threads 0                 | 0
            --listen a=no.such.host.invalid:0 | no.such.host.invalid
            --colour                       | --colour
            """)
    void aBadOptionIsOneLineThatNamesTheValue(String options, String named) throws Exception {
        assertRefused(named, options.split(" "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"wire", "axis2"})
    void aUsedPortIsOneLineThatNamesIt(String engine) throws Exception {
        try (ServerSocket used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + used.getLocalPort();
            assertRefused(address, "--engine", engine, "--listen", "free=127.0.0.1:0", "--listen", "a=" + address);
        }
    }

    @Test
    void helpNamesEveryOption() throws Exception {
        Process process = start("--help");
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(out).contains("--engine", "--listen", "--delay", "--io-threads");
    }

    private static void assertRefused(String named, String... options) throws Exception {
        Process process = start(options);
        try (BufferedReader err = process.errorReader()) {
            List<String> lines = err.lines().toList();

            assertThat(process.waitFor()).isEqualTo(2);
            assertThat(lines).hasSize(1);
            assertThat(lines.get(0)).startsWith("backend: ").contains(named);
        } finally {
            process.destroyForcibly();
        }
    }

    private static Process start(String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Backend.class.getName()));
        command.addAll(List.of(options));
        return new ProcessBuilder(command).start();
    }
}
