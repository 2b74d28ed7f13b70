package org.busbench.mediation.admin;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The mediator's and the JVM's figures in Prometheus' text format, read from their sources whenever they are asked for. */
final class Metrics {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final PrometheusTextFormatWriter writer =
            PrometheusTextFormatWriter.builder().build();

    Metrics(Subject subject) {
        registry.register(new Figures(subject));
        JvmMetrics.builder().register(registry);
    }

    Page page() {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try {
            writer.write(text, registry.scrape());
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written to", e);
        }
        return new Page(200, writer.getContentType(), text.toString(StandardCharsets.UTF_8));
    }
}
