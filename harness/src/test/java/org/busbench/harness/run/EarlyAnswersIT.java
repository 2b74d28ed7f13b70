package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.load.Injector;
import org.busbench.harness.load.ScriptedInjector;
import org.busbench.harness.process.BackendProcess;
import org.busbench.harness.process.Backends;
import org.busbench.harness.process.Supervisor;
import org.busbench.harness.run.LoadRunner.EarlyAnswers;
import org.busbench.record.Reconciliation.Held;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The backend is the real one; a shell script says what the injector's clients have. */
@Timeout(60)
class EarlyAnswersIT {
    @TempDir
    private Path folder;

    private Backends backends;
    private Supervisor supervisor;
    private BackendProcess backend;

    @BeforeEach
    void start() throws Exception {
        assumeThat(ProjectFiles.ROOT.resolve("backend-stockquote/target/backend/lib"))
                .as("the backend is built: mvn -pl backend-stockquote package")
                .isDirectory();
        backends = Backends.free();
        supervisor = Supervisor.open(folder);
        backend = BackendProcess.start(
                supervisor,
                BackendProcess.spec(
                        ProjectFiles.ROOT, backends, List.of("-Xmx128m"), List.of(), folder.resolve("logs")),
                backends);
    }

    @AfterEach
    void stop() throws Exception {
        if (supervisor != null) {
            supervisor.close();
        }
    }

    @Test
    void clientsThatHaveWhatTheBackendGaveAreNotEarly() throws Exception {
        answered(3);
        try (Injector injector = injector("marked $id ',\"millis\":1,\"verified\":3'")) {
            assertThat(new EarlyAnswers(backend, injector).look(8, 1000)).isEqualTo(new Held(3, 3));
        }
    }

    @Test
    void clientsThatHaveMoreGotItFromSomebodyElse() throws Exception {
        answered(3);
        try (Injector injector = injector("marked $id ',\"millis\":1,\"verified\":5'")) {
            assertThat(new EarlyAnswers(backend, injector).look(8, 1000)).isEqualTo(new Held(5, 3));
        }
    }

    @Test
    void nobodyGetsAnAnswerOfTheBackendUntilTheLookIsOver() throws Exception {
        try (Injector injector = injector("marked $id ',\"millis\":1,\"verified\":0'")) {
            backend.hold(Duration.ofSeconds(2));
            CompletableFuture<HttpResponse<String>> waiting = post();
            while (backend.count().received() == 0) {
                Thread.sleep(5);
            }

            // It holds them anew, so that what waits before it begins waits until it ends.
            Held held = new EarlyAnswers(backend, injector).look(8, 1000);

            assertThat(held).isEqualTo(new Held(0, 0));
            assertThat(waiting.get(20, TimeUnit.SECONDS).body()).contains("backend-A");
            assertThat(backend.count().given()).isEqualTo(1);
        }
    }

    @Test
    void answersAreLetGoWhenTheInjectorFails() throws Exception {
        try (Injector injector = injector("nonsense")) {
            assertThatThrownBy(() -> new EarlyAnswers(backend, injector).look(8, 1000))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("where 'marked' was due");

            answered(1);
        }
    }

    @Test
    void whereTheInjectorDoesNotCountThereIsNothingToCompare() throws Exception {
        try (Injector injector = injector("marked $id ',\"millis\":1'")) {
            assertThat(new EarlyAnswers(backend, injector).look(8, 1000)).isNull();
        }
    }

    @Test
    void answersAreHeldForFourRoundsWithinBounds() {
        assertThat(EarlyAnswers.length(20, 1000)).isEqualTo(Duration.ofMillis(80));
        assertThat(EarlyAnswers.length(20, 20_000)).isEqualTo(Duration.ofMillis(60));
        assertThat(EarlyAnswers.length(2000, 4000)).isEqualTo(Duration.ofMillis(500));
        assertThat(EarlyAnswers.length(0, 1000)).isEqualTo(Duration.ofMillis(60));
        assertThat(EarlyAnswers.length(20, Double.NaN)).isEqualTo(Duration.ofMillis(60));
    }

    private void answered(int messages) throws Exception {
        for (int i = 0; i < messages; i++) {
            assertThat(post().get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        }
    }

    private CompletableFuture<HttpResponse<String>> post() throws IOException {
        HttpRequest request = HttpRequest.newBuilder(backends.url("A"))
                .header("Content-Type", "text/xml; charset=UTF-8")
                .POST(BodyPublishers.ofFile(ProjectFiles.ROOT.resolve("xslt/messages/500/getQuote.xml")))
                .build();
        return HttpClient.newHttpClient().sendAsync(request, BodyHandlers.ofString());
    }

    /** One with a plan under way that says this when it is asked for a mark. */
    private Injector injector(String mark) throws IOException, InterruptedException {
        Injector injector = ScriptedInjector.start(folder, "heard run; say started\nheard mark; say " + mark + "\n");
        injector.begin(ScriptedInjector.load(folder));
        return injector;
    }
}
