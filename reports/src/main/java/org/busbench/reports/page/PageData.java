package org.busbench.reports.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.busbench.record.Role;
import org.busbench.record.Suite;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Scaling;
import org.busbench.reports.raw.Distribution;
import org.busbench.reports.raw.RawData;

/**
 * What charts and tables draw: everything that the page knows of the run, as JSON. A field that is null in the record is
 * absent here.
 *
 * @param scenarios in order
 * @param payloads in order
 * @param concurrency in order
 * @param rates whether the suite asked for trials at rates, too
 * @param blocks how many there are
 * @param baseline of the contrasts; null when there is none
 * @param adapters in order
 * @param contrasts against the baseline
 */
record PageData(
        List<Label> scenarios,
        List<Label> payloads,
        List<Integer> concurrency,
        boolean rates,
        int blocks,
        int latencyResolutionMicros,
        String baseline,
        List<Series> adapters,
        List<CellData> cells,
        List<ContrastData> contrasts,
        List<ScalingData> scalings,
        List<Double> quantiles,
        int binsPerDecade) {

    record Label(String name, String title) {}

    record Series(String name, String title, boolean control, String look) {}

    record ScalingData(
            String adapter, String scenario, String payload, int saturation, LawData law, Double peak, int levels) {

        static ScalingData of(Scaling scaling) {
            return new ScalingData(
                    scaling.adapter(),
                    scaling.scenario(),
                    scaling.payload(),
                    scaling.saturation(),
                    scaling.law()
                            .map(law -> new LawData(law.lambda(), law.sigma(), law.kappa(), law.rSquared()))
                            .orElse(null),
                    scaling.law().flatMap(law -> law.peak()).orElse(null),
                    scaling.levels());
        }
    }

    record LawData(double lambda, double sigma, double kappa, double rSquared) {}

    static PageData of(Analysis analysis, RawData raw, Palette palette) {
        Suite suite = analysis.run().info().suite();
        return new PageData(
                scenarios(suite),
                suite.payloads().stream()
                        .map(name -> new Label(name, Format.payload(name)))
                        .toList(),
                suite.concurrency().stream().sorted().toList(),
                !suite.rates().isEmpty(),
                analysis.cells().stream()
                        .flatMap(cell -> cell.trials().stream())
                        .mapToInt(Trial::block)
                        .max()
                        .orElse(0),
                resolution(analysis),
                analysis.baseline().orElse(null),
                analysis.run().info().adapters().stream()
                        .map(adapter -> new Series(
                                adapter.name(),
                                adapter.title(),
                                adapter.role() == Role.CONTROL,
                                palette.of(adapter.name())))
                        .toList(),
                analysis.cells().stream().map(cell -> CellData.of(cell, raw)).toList(),
                analysis.contrasts().stream().map(ContrastData::of).toList(),
                analysis.scalings().stream().map(ScalingData::of).toList(),
                Distribution.QUANTILES,
                Distribution.BINS_PER_DECADE);
    }

    static List<Label> scenarios(Suite suite) {
        return suite.scenarios().stream()
                .map(name -> new Label(name, Format.scenario(name)))
                .toList();
    }

    static int resolution(Analysis analysis) {
        return analysis.run().trials().stream()
                .mapToInt(trial -> trial.result().latencyResolutionMicros())
                .max()
                .orElse(1);
    }

    String json() {
        return json(this);
    }

    /** Anything as JSON, without what is null. */
    static String json(Object value) {
        try {
            return JsonMapper.builder()
                    .defaultPropertyInclusion(
                            JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
                    .build()
                    .writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the page's data cannot be written as JSON", e);
        }
    }

    /** The same, compressed by gzip (RFC 1952) and in Base64: a tenth of the size, and nothing in it can be markup. */
    String packed() {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(json().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(packed.toByteArray());
    }
}
