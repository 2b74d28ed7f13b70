package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.plan.Cell;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.plan.PlannedTrial;
import org.busbench.record.RunReader;
import org.busbench.record.Trial;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MetricsViewTest {

    private static final List<Trial> TRIALS = RunReader.read(
                    ProjectFiles.ROOT.resolve("reports/src/test/resources/run-quick"))
            .trials();

    private final MetricsView metrics = new MetricsView(new Progress(new Terminal(System.out, false), true), 0);

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void showsTheLastFiguresOfEachCellAndTheSumsOfItsTrials() throws Exception {
        Trial trial = TRIALS.stream().filter(Trial::measured).findFirst().orElseThrow();
        metrics.recorded(trial);
        metrics.recorded(trial);

        HttpResponse<String> response = scrape().get();

        String labels = "{adapter=\"" + trial.subject().adapter() + "\",clients=\""
                + trial.subject().concurrency() + "\",payload=\""
                + trial.subject().payload() + "\",scenario=\""
                + trial.subject().scenario() + "\"}";
        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain; version=0.0.4");
        assertThat(response.body())
                .contains("busbench_goodput_per_second" + labels + " "
                        + trial.result().goodputPerSecond() + "\n")
                .contains("busbench_latency_p99_seconds" + labels + " "
                        + trial.result().latencyMicros().p99() / 1e6 + "\n")
                .contains("busbench_verified_responses_total" + labels + " "
                        + 2.0 * trial.result().verified() + "\n")
                .contains("busbench_errors_total" + labels + " 0.0\n")
                .contains("busbench_trials_recorded " + (double) trial.number() + "\n");
    }

    @Test
    void aScrapeThatComesUnderLoadIsAnsweredBehindIt() throws Exception {
        Trial trial = TRIALS.get(0);
        metrics.starting(new PlannedTrial(1, 1, new Cell("busbench", new Comparison("cbr", "500", 1, null))));

        CompletableFuture<HttpResponse<String>> scrape = scrape();
        assertThatThrownBy(() -> scrape.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        metrics.recorded(trial);

        assertThat(scrape.get(30, TimeUnit.SECONDS).body())
                .contains("busbench_trials_recorded " + (double) trial.number() + "\n");
    }

    @Test
    void aPortThatIsTakenIsOneLine() throws IOException {
        int taken = URI.create(metrics.url()).getPort();
        assertThatThrownBy(() -> new MetricsView(new Progress(new Terminal(System.out, false), true), taken))
                .hasMessageContaining("port " + taken + " of 127.0.0.1 cannot be had");
    }

    private CompletableFuture<HttpResponse<String>> scrape() {
        return HttpClient.newHttpClient()
                .sendAsync(HttpRequest.newBuilder(URI.create(metrics.url())).build(), BodyHandlers.ofString());
    }
}
