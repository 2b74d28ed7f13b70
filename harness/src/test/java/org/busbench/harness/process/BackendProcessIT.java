package org.busbench.harness.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.busbench.common.http.HttpCaller;
import org.busbench.common.http.HttpMessage;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.process.BackendStats.Counts;
import org.busbench.harness.scenario.Backend.FromFiles;
import org.busbench.harness.scenario.Backend.Reply;
import org.busbench.harness.scenario.NoncePlace;
import org.busbench.harness.text.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackendProcessIT {
    @TempDir
    private Path folder;

    @Test
    void threeInstancesAnswerAndCount() throws Exception {
        assumeThat(ProjectFiles.ROOT.resolve("backend-stockquote/target/backend/lib"))
                .as("the backend is built: mvn -pl backend-stockquote package")
                .isDirectory();
        Backends backends = Backends.free();
        Path order = Files.writeString(folder.resolve("order.json"), "{\"ref\":\"${nonce}\",\"by\":\"${backend}\"}");
        Path text = Files.writeString(folder.resolve("text.txt"), "${fill}${nonce}");
        List<String> arguments = Stream.of(
                        new FromFiles(
                                Optional.empty(),
                                "/orders",
                                new NoncePlace.Pointer("/ref"),
                                List.of("\"item\"", "${nonce}"),
                                new Reply(order, "application/json", 200, false, "none", 0),
                                List.of()),
                        new FromFiles(
                                Optional.empty(),
                                "/text",
                                new NoncePlace.Regex("[?]ref=(.*)"),
                                List.of("/text"),
                                new Reply(text, "text/plain", 201, true, "fixed:1ms", 1000),
                                List.of()))
                .flatMap(service -> service.arguments().stream())
                .toList();
        ProcessSpec spec = BackendProcess.spec(
                ProjectFiles.ROOT, backends, List.of("-Xmx128m"), arguments, folder.resolve("logs"));
        try (Supervisor supervisor = Supervisor.open(folder)) {
            BackendProcess backend = BackendProcess.start(supervisor, spec, backends);
            assertThat(backend.count().instances()).containsOnlyKeys("backend-A", "backend-B", "backend-C");

            Path message = ProjectFiles.ROOT.resolve("xslt/messages/500/getQuote.xml");
            assertThat(post(backends.url("B"), message).body()).contains(">backend-B<");
            assertThat(backend.count().instances())
                    .containsEntry("backend-A", new Counts(0, 0, 0))
                    .containsEntry("backend-B", new Counts(1, 1, 0));
            HttpCaller caller = HttpCaller.within(Duration.ofSeconds(5));
            assertThat(caller.call(
                                    "POST",
                                    backends.url("C").resolve("/orders"),
                                    "Content-Type: application/json\r\n",
                                    "{\"item\":\"pen\",\"ref\":\"17\"}".getBytes(UTF_8))
                            .body())
                    .asString(UTF_8)
                    .isEqualTo("{\"ref\":\"17\",\"by\":\"backend-C\"}");
            HttpMessage second = caller.call("GET", backends.url("C").resolve("/text?ref=18"), "", null);
            assertThat(second.status()).isEqualTo(201);
            assertThat(second.body()).hasSize(1000).endsWith('1', '8');
            assertThat(backend.count().instances()).containsEntry("backend-C", new Counts(2, 2, 0));
            backend.process().stop();
            assertThatThrownBy(backend::count)
                    .isInstanceOf(Problem.class)
                    .hasMessage("the backend has ended (exit code 0): see " + folder.resolve("logs/backend.err.log"));
        }
    }

    private static HttpResponse<String> post(URI url, Path message) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(url)
                .header("Content-Type", "text/xml; charset=UTF-8")
                .POST(BodyPublishers.ofFile(message))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }
}
