package org.busbench.mediation.admin;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.traffic.MessageCounts;

/**
 * The metrics of the mediator and its JVM in Prometheus' text format. Each scrape asks every event loop for its counts and adds them up.
 *
 * <p>For any thread; waits for the loops.
 */
final class Metrics implements MultiCollector {
    private final ManagedMediator mediator;
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final PrometheusTextFormatWriter writer =
            PrometheusTextFormatWriter.builder().build();

    Metrics(ManagedMediator mediator) {
        this.mediator = mediator;
        registry.register(this);
        JvmMetrics.builder().register(registry);
    }

    String contentType() {
        return writer.getContentType();
    }

    String text() {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try {
            writer.write(text, registry.scrape());
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written to", e);
        }
        return text.toString(StandardCharsets.UTF_8);
    }

    @Override
    public MetricSnapshots collect() {
        List<LoopSnapshot> loops;
        try {
            loops = LoopSnapshot.ofAll(mediator);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the loops were asked", e);
        }
        Collection<MessageCounts> messages = messages(loops);
        return MetricSnapshots.builder()
                .metricSnapshot(outcomes(messages))
                .metricSnapshot(durations(messages))
                .metricSnapshot(failures(loops))
                .metricSnapshot(connectionsOpened(loops))
                .metricSnapshot(connections(loops))
                .metricSnapshot(bytes(loops))
                .metricSnapshot(buffers(loops))
                .metricSnapshot(gauge(
                        "busbench_messages_under_way",
                        "Messages that have begun and are not over",
                        sum(loops, loop -> loop.http().underWay())))
                .metricSnapshot(gauge(
                        "busbench_offload_waiting",
                        "Large messages that wait for a thread off the event loops",
                        mediator.offloadWaiting()))
                .metricSnapshot(gauge(
                        "busbench_loops_silent",
                        "Event loops that did not answer within a second",
                        mediator.loops().size() - loops.size()))
                .metricSnapshot(InfoSnapshot.builder()
                        .name("busbench_transport")
                        .help("What moves the bytes between the network and the event loops, and why it is this one")
                        .dataPoint(InfoDataPointSnapshot.builder()
                                .labels(Labels.of("name", mediator.transport(), "reason", mediator.transportReason()))
                                .build())
                        .build())
                .metricSnapshot(CounterSnapshot.builder()
                        .name("busbench_log_lines_dropped")
                        .help("Log lines that were dropped because the queue was full or a write failed")
                        .dataPoint(CounterDataPointSnapshot.builder()
                                .value((double) mediator.linesDropped())
                                .build())
                        .build())
                .build();
    }

    /** The sums over all loops, sorted by proxy and lane. */
    private static Collection<MessageCounts> messages(List<LoopSnapshot> loops) {
        TreeMap<String, MessageCounts> sums = new TreeMap<>();
        for (LoopSnapshot loop : loops) {
            for (MessageCounts counts : loop.messages()) {
                sums.merge(counts.proxy() + ' ' + counts.lane(), counts, MessageCounts::plus);
            }
        }
        return sums.values();
    }

    private static CounterSnapshot outcomes(Collection<MessageCounts> messages) {
        CounterSnapshot.Builder counter = CounterSnapshot.builder()
                .name("busbench_messages")
                .help(
                        "Messages by proxy, lane and outcome: relayed (a backend's answer), answered (by the mediator, as its"
                                + " configuration says), failed (with an error of the mediator's), cut, abandoned (by the client)");
        for (MessageCounts counts : messages) {
            for (int i = 0; i < MessageCounts.OUTCOMES.size(); i++) {
                String name = MessageCounts.OUTCOMES.get(i).name().toLowerCase(Locale.ROOT);
                Labels labels = Labels.of("proxy", counts.proxy(), "lane", counts.lane(), "outcome", name);
                point(counter, labels, counts.outcomes()[i]);
            }
        }
        return counter.build();
    }

    private static HistogramSnapshot durations(Collection<MessageCounts> messages) {
        HistogramSnapshot.Builder histogram = HistogramSnapshot.builder()
                .name("busbench_message_duration_seconds")
                .unit(Unit.SECONDS)
                .help("From the whole head of a request to the end of its answer");
        for (MessageCounts counts : messages) {
            ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
            for (int i = 0; i < MessageCounts.BUCKETS; i++) {
                buckets.bucket(MessageCounts.bound(i), counts.durations()[i]);
            }
            histogram.dataPoint(HistogramDataPointSnapshot.builder()
                    .labels(Labels.of("proxy", counts.proxy(), "lane", counts.lane()))
                    .classicHistogramBuckets(buckets.build())
                    .sum(counts.nanos() / 1e9)
                    .build());
        }
        return histogram.build();
    }

    private static CounterSnapshot failures(List<LoopSnapshot> loops) {
        CounterSnapshot.Builder counter = CounterSnapshot.builder()
                .name("busbench_errors")
                .help(
                        "Errors by class; bad_request counts requests that were refused as no HTTP, ambiguous or too large");
        for (Failure.Kind kind : Failure.Kind.values()) {
            point(
                    counter,
                    Labels.of("class", kind.name().toLowerCase(Locale.ROOT)),
                    sum(loops, loop -> loop.http().failures().getOrDefault(kind, 0L)));
        }
        point(
                counter,
                Labels.of("class", "bad_request"),
                sum(loops, loop -> loop.http().refused()));
        return counter.build();
    }

    private static CounterSnapshot connectionsOpened(List<LoopSnapshot> loops) {
        CounterSnapshot.Builder counter = CounterSnapshot.builder()
                .name("busbench_connections_opened")
                .help("Connections by side: those of clients and those to backends (upstream)");
        point(
                counter,
                Labels.of("side", "client"),
                sum(loops, loop -> loop.wire().accepted()));
        point(
                counter,
                Labels.of("side", "upstream"),
                sum(loops, loop -> loop.wire().dialled()));
        return counter.build();
    }

    private static GaugeSnapshot connections(List<LoopSnapshot> loops) {
        long idle = sum(loops, loop -> loop.http().idleBackends());
        return GaugeSnapshot.builder()
                .name("busbench_connections")
                .help("Open connections by side and state; an upstream connection is idle while it waits for a request")
                .dataPoint(point(
                        Labels.of("side", "client", "state", "open"),
                        sum(loops, loop -> loop.wire().acceptedOpen())))
                .dataPoint(point(
                        Labels.of("side", "upstream", "state", "open"),
                        sum(loops, loop -> loop.wire().dialledOpen())))
                .dataPoint(point(Labels.of("side", "upstream", "state", "idle"), idle))
                .build();
    }

    private static CounterSnapshot bytes(List<LoopSnapshot> loops) {
        CounterSnapshot.Builder counter = CounterSnapshot.builder()
                .name("busbench_network_bytes")
                .unit(Unit.BYTES)
                .help("Bytes of both sides together, TLS included");
        point(
                counter,
                Labels.of("direction", "in"),
                sum(loops, loop -> loop.wire().receivedBytes()));
        point(
                counter,
                Labels.of("direction", "out"),
                sum(loops, loop -> loop.wire().sentBytes()));
        return counter.build();
    }

    /** A buffer that is in use on a loop without messages and connections was not released: a leak. */
    private static GaugeSnapshot buffers(List<LoopSnapshot> loops) {
        return GaugeSnapshot.builder()
                .name("busbench_buffers")
                .help(
                        "Network buffers; suspect are those in use on loops where no message is under way and no connection is open:"
                                + " a value above 0 that persists is a leak")
                .dataPoint(point(
                        Labels.of("state", "in_use"),
                        sum(loops, loop -> loop.wire().buffersInUse())))
                .dataPoint(point(
                        Labels.of("state", "pooled"),
                        sum(loops, loop -> loop.wire().buffersPooled())))
                .dataPoint(point(Labels.of("state", "suspect"), sum(loops, Metrics::suspectBuffers)))
                .build();
    }

    private static long suspectBuffers(LoopSnapshot loop) {
        boolean busy = loop.http().underWay() > 0
                || loop.wire().acceptedOpen() > 0
                || loop.wire().dialledOpen() > loop.http().idleBackends();
        return busy ? 0 : loop.wire().buffersInUse();
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

    private static long sum(List<LoopSnapshot> loops, ToLongFunction<LoopSnapshot> what) {
        return loops.stream().mapToLong(what).sum();
    }
}
