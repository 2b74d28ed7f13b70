package org.busbench.harness.cli;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.busbench.harness.forecast.Forecast;
import org.busbench.harness.forecast.TimeRange;
import org.busbench.harness.plan.Block;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.plan.PlannedTrial;
import org.busbench.harness.run.RunListener;
import org.busbench.harness.verify.Verification;
import org.busbench.record.Trial;
import org.busbench.reports.serve.MetricsServer;

/**
 * Shows the progress of a run in Prometheus' text format, and tells another listener the same. For the run's own thread.
 * Figures of a cell are those of its last trial; errors and verified responses are summed over its trials.
 */
final class MetricsView implements RunListener, AutoCloseable {
    private static final double MICROS_PER_SECOND = 1e6;

    private final RunListener next;
    private final MetricsServer server;
    private final PrometheusTextFormatWriter writer =
            PrometheusTextFormatWriter.builder().build();
    private final Map<Labels, Cell> cells = new LinkedHashMap<>();
    private int planned;
    private int recorded;
    private TimeRange left = TimeRange.ZERO;

    /** The known figures of a cell. */
    private record Cell(double goodputPerSecond, Double p99Micros, long verified, long errors) {}

    /**
     * Begins to serve.
     *
     * @param port on 127.0.0.1; 0 for a free one
     * @throws org.busbench.record.RunProblem when the port is taken
     */
    MetricsView(RunListener next, int port) {
        this.next = next;
        this.server = MetricsServer.open(
                port, PrometheusTextFormatWriter.builder().build().getContentType());
        show();
    }

    String url() {
        return server.url();
    }

    @Override
    public boolean watched() {
        return next.watched();
    }

    @Override
    public void planned(Forecast forecast, Path runDirectory) {
        next.planned(forecast, runDirectory);
        Plan plan = forecast.plan();
        planned = plan.suite().repeats().blocks() * plan.trialsInFullBlock();
        left = forecast.total();
        show();
    }

    @Override
    public void extended(Block block) {
        next.extended(block);
        planned = block.trials().get(block.trials().size() - 1).number();
        show();
    }

    @Override
    public void note(String line) {
        next.note(line);
    }

    @Override
    public void verified(Verification verification) {
        next.verified(verification);
    }

    @Override
    public void calibrating() {
        next.calibrating();
        waitForLoad();
    }

    @Override
    public void calibrated() {
        next.calibrated();
        server.idle();
    }

    @Override
    public void starting(PlannedTrial trial) {
        next.starting(trial);
        waitForLoad();
    }

    @Override
    public void recorded(Trial trial) {
        next.recorded(trial);
        recorded = trial.number();
        planned = Math.max(planned, recorded);
        Labels labels = Labels.of(
                "adapter", trial.subject().adapter(),
                "scenario", trial.subject().scenario(),
                "payload", trial.subject().payload(),
                "clients", Integer.toString(trial.subject().concurrency()));
        Trial.Result result = trial.result();
        Cell before = cells.getOrDefault(labels, new Cell(0, null, 0, 0));
        cells.put(
                labels,
                new Cell(
                        trial.measured() ? result.goodputPerSecond() : 0,
                        trial.measured() ? (Double) result.latencyMicros().p99() : null,
                        before.verified() + result.verified(),
                        before.errors() + result.errors().total()));
        show();
        server.idle();
    }

    @Override
    public void left(TimeRange time) {
        next.left(time);
        left = time;
        show();
    }

    /** The run itself finds the interrupt when it next waits. */
    private void waitForLoad() {
        try {
            server.measuring();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void show() {
        GaugeSnapshot.Builder goodput = GaugeSnapshot.builder()
                .name("busbench_goodput_per_second")
                .help("Verified responses per second in the last trial of a cell; 0 when it gave no figure");
        GaugeSnapshot.Builder latency = GaugeSnapshot.builder()
                .name("busbench_latency_p99_seconds")
                .help("99th percentile of the latency in the last trial of a cell that was measured");
        CounterSnapshot.Builder verified = CounterSnapshot.builder()
                .name("busbench_verified_responses")
                .help("Verified responses within the measured windows of a cell");
        CounterSnapshot.Builder errors = CounterSnapshot.builder()
                .name("busbench_errors")
                .help("Responses that failed, within the measured windows of a cell");
        cells.forEach((labels, cell) -> {
            goodput.dataPoint(GaugeDataPointSnapshot.builder()
                    .labels(labels)
                    .value(cell.goodputPerSecond())
                    .build());
            if (cell.p99Micros() != null) {
                latency.dataPoint(GaugeDataPointSnapshot.builder()
                        .labels(labels)
                        .value(cell.p99Micros() / MICROS_PER_SECOND)
                        .build());
            }
            verified.dataPoint(point(labels, cell.verified()));
            errors.dataPoint(point(labels, cell.errors()));
        });
        server.show(text(MetricSnapshots.builder()
                .metricSnapshot(gauge("busbench_trials_planned", "Trials that the run will make", planned))
                .metricSnapshot(gauge("busbench_trials_recorded", "Trials that are recorded", recorded))
                .metricSnapshot(gauge(
                        "busbench_left_seconds",
                        "Time that the run will still take, the middle of its forecast",
                        (double) left.middle().toSeconds()))
                .metricSnapshot(goodput.build())
                .metricSnapshot(latency.build())
                .metricSnapshot(verified.build())
                .metricSnapshot(errors.build())
                .build()));
    }

    private static CounterDataPointSnapshot point(Labels labels, long value) {
        return CounterDataPointSnapshot.builder()
                .labels(labels)
                .value((double) value)
                .build();
    }

    private static GaugeSnapshot gauge(String name, String help, double value) {
        return GaugeSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(GaugeDataPointSnapshot.builder().value(value).build())
                .build();
    }

    private String text(MetricSnapshots snapshots) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try {
            writer.write(text, snapshots);
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written to", e);
        }
        return text.toString(StandardCharsets.UTF_8);
    }

    /** Ends every connection. */
    @Override
    public void close() {
        server.close();
    }
}
