package org.busbench.mediation.admin;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.busbench.mediation.http.Failure;

/** The mediator's own figures: asks every loop, adds up, and names the sums. For any thread; waits for the loops. */
final class Figures implements MultiCollector {
    private final Subject subject;

    Figures(Subject subject) {
        this.subject = subject;
    }

    @Override
    public MetricSnapshots collect() {
        List<LoopSample> samples;
        try {
            samples = LoopSample.ofAll(subject);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the loops were asked", e);
        }
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        MessageFigures.add(all, samples);
        all.metricSnapshot(failures(samples))
                .metricSnapshot(connectionsOpened(samples))
                .metricSnapshot(connections(samples))
                .metricSnapshot(bytes(samples))
                .metricSnapshot(buffers(samples))
                .metricSnapshot(gauge(
                        "busbench_messages_under_way",
                        "Messages that have begun and are not over",
                        sum(samples, sample -> sample.http().underWay())))
                .metricSnapshot(gauge(
                        "busbench_workbench_waiting",
                        "Large transformations that wait for a thread",
                        subject.workWaiting()))
                .metricSnapshot(gauge(
                        "busbench_loops_silent",
                        "Event loops that did not answer within a second",
                        subject.loops().size() - samples.size()))
                .metricSnapshot(CounterSnapshot.builder()
                        .name("busbench_log_lines_dropped")
                        .help("Lines of logs that were dropped because the queue was full or a write failed")
                        .dataPoint(CounterDataPointSnapshot.builder()
                                .value((double) subject.linesDropped())
                                .build())
                        .build());
        return all.build();
    }

    private static CounterSnapshot failures(List<LoopSample> samples) {
        CounterSnapshot.Builder counter = CounterSnapshot.builder()
                .name("busbench_errors")
                .help(
                        "What went wrong, by class; bad_request are requests that were refused as no HTTP, ambiguous or too much");
        for (Failure.Kind kind : Failure.Kind.values()) {
            point(
                    counter,
                    Labels.of("class", kind.name().toLowerCase(Locale.ROOT)),
                    sum(samples, sample -> sample.http().failures().getOrDefault(kind, 0L)));
        }
        point(
                counter,
                Labels.of("class", "bad_request"),
                sum(samples, sample -> sample.http().refused()));
        return counter.build();
    }

    private static CounterSnapshot connectionsOpened(List<LoopSample> samples) {
        CounterSnapshot.Builder counter = CounterSnapshot.builder()
                .name("busbench_connections_opened")
                .help("Connections: front are those of clients, back those to backends");
        point(
                counter,
                Labels.of("side", "front"),
                sum(samples, sample -> sample.wire().accepted()));
        point(
                counter,
                Labels.of("side", "back"),
                sum(samples, sample -> sample.wire().dialled()));
        return counter.build();
    }

    private static GaugeSnapshot connections(List<LoopSample> samples) {
        long idle = sum(samples, sample -> sample.http().idleBackends());
        return GaugeSnapshot.builder()
                .name("busbench_connections")
                .help("Open connections by side and state; a back connection is idle while it waits for a request")
                .dataPoint(point(
                        Labels.of("side", "front", "state", "open"),
                        sum(samples, sample -> sample.wire().acceptedOpen())))
                .dataPoint(point(
                        Labels.of("side", "back", "state", "open"),
                        sum(samples, sample -> sample.wire().dialledOpen())))
                .dataPoint(point(Labels.of("side", "back", "state", "idle"), idle))
                .build();
    }

    private static CounterSnapshot bytes(List<LoopSample> samples) {
        CounterSnapshot.Builder counter = CounterSnapshot.builder()
                .name("busbench_network_bytes")
                .unit(Unit.BYTES)
                .help("Bytes of both sides together, TLS included");
        point(
                counter,
                Labels.of("direction", "in"),
                sum(samples, sample -> sample.wire().receivedBytes()));
        point(
                counter,
                Labels.of("direction", "out"),
                sum(samples, sample -> sample.wire().sentBytes()));
        return counter.build();
    }

    /** A buffer that is in use while a loop has nothing under way was forgotten by somebody. */
    private static GaugeSnapshot buffers(List<LoopSample> samples) {
        return GaugeSnapshot.builder()
                .name("busbench_buffers")
                .help(
                        "Network buffers; suspect are those in use on loops where no message is under way and no connection is open:"
                                + " more than 0 for long is a leak")
                .dataPoint(point(
                        Labels.of("state", "in_use"),
                        sum(samples, sample -> sample.wire().buffersInUse())))
                .dataPoint(point(
                        Labels.of("state", "pooled"),
                        sum(samples, sample -> sample.wire().buffersPooled())))
                .dataPoint(point(Labels.of("state", "suspect"), sum(samples, Figures::suspectBuffers)))
                .build();
    }

    private static long suspectBuffers(LoopSample sample) {
        boolean busy = sample.http().underWay() > 0
                || sample.wire().acceptedOpen() > 0
                || sample.wire().dialledOpen() > sample.http().idleBackends();
        return busy ? 0 : sample.wire().buffersInUse();
    }

    private static GaugeSnapshot gauge(String name, String help, long value) {
        return GaugeSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(point(Labels.EMPTY, value))
                .build();
    }

    private static GaugeDataPointSnapshot point(Labels labels, long value) {
        return GaugeDataPointSnapshot.builder()
                .labels(labels)
                .value((double) value)
                .build();
    }

    private static void point(CounterSnapshot.Builder counter, Labels labels, long value) {
        counter.dataPoint(CounterDataPointSnapshot.builder()
                .labels(labels)
                .value((double) value)
                .build());
    }

    private static long sum(List<LoopSample> samples, ToLongFunction<LoopSample> what) {
        return samples.stream().mapToLong(what).sum();
    }
}
