package org.busbench.harness.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.process.BackendProcess.Counts;
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
        ProcessSpec spec = BackendProcess.spec(
                ProjectFiles.ROOT, backends, List.of("-Xmx128m"), List.of(), folder.resolve("logs"));
        try (Supervisor supervisor = Supervisor.open(folder)) {
            BackendProcess backend = BackendProcess.start(supervisor, spec, backends);
            assertThat(backend.stats()).containsOnlyKeys("backend-A", "backend-B", "backend-C");

            Path message = ProjectFiles.ROOT.resolve("xslt/messages/500/getQuote.xml");
            assertThat(post(backends.url("B"), message).body()).contains(">backend-B<");
            assertThat(backend.stats())
                    .containsEntry("backend-A", new Counts(0, 0, 0))
                    .containsEntry("backend-B", new Counts(1, 1, 0));
            backend.process().stop();
            assertThatThrownBy(backend::stats).isInstanceOf(Problem.class).hasMessageStartingWith("cannot read http");
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
