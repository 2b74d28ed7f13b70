package org.busbench.reports.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.busbench.record.Role;
import org.busbench.record.Suite;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.raw.Distribution;
import org.busbench.reports.raw.RawData;
import org.busbench.reports.results.Results;

/**
 * What charts and tables draw, as JSON: the run's {@link Results}, and how the page names and draws its parts. What is null
 * is absent.
 *
 * @param rates whether the suite asked for trials at rates, too
 * @param latencyResolutionMicros the coarsest step in which latency was counted
 */
record PageData(
        List<Label> scenarios,
        List<Label> payloads,
        List<Integer> concurrency,
        boolean rates,
        int blocks,
        int latencyResolutionMicros,
        List<Series> adapters,
        int binsPerDecade,
        List<Step> steps,
        Results results) {

    /** One of the scenarios that build upon one another, from the simplest on. */
    record Step(String scenario, String adds) {

        static List<Step> of(Suite suite) {
            return suite.steps().stream()
                    .map(text -> new Step(text.name(), text.step().adds()))
                    .toList();
        }
    }

    /** A scenario or a size; {@code note} is what is to be known of all its figures, and absent where there is nothing. */
    record Label(String name, String title, String note) {}

    record Series(String name, String title, boolean control, String look) {}

    static PageData of(Analysis analysis, RawData raw, Palette palette) {
        Suite suite = analysis.run().info().suite();
        return new PageData(
                scenarios(suite),
                suite.payloads().stream()
                        .map(name -> new Label(name, Format.payload(name), null))
                        .toList(),
                suite.concurrency().stream().sorted().toList(),
                !suite.rates().isEmpty(),
                analysis.cells().stream()
                        .flatMap(cell -> cell.trials().stream())
                        .mapToInt(Trial::block)
                        .max()
                        .orElse(0),
                resolution(analysis),
                analysis.run().info().adapters().stream()
                        .map(adapter -> new Series(
                                adapter.name(),
                                adapter.title(),
                                adapter.role() == Role.CONTROL,
                                palette.of(adapter.name())))
                        .toList(),
                Distribution.BINS_PER_DECADE,
                Step.of(suite),
                Results.of(analysis, raw));
    }

    static List<Label> scenarios(Suite suite) {
        return suite.scenarios().stream()
                .map(name -> new Label(name, Format.scenario(suite, name), Format.note(suite, name)))
                .toList();
    }

    static int resolution(Analysis analysis) {
        return analysis.run().trials().stream()
                .mapToInt(trial -> trial.result().latencyResolutionMicros())
                .max()
                .orElse(1);
    }

    String json() {
        try {
            return JsonMapper.builder()
                    .defaultPropertyInclusion(
                            JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
                    .addMixIn(Results.Trial.class, RoundedSeconds.class)
                    .addMixIn(Results.TrialFigures.class, RoundedFigures.class)
                    .addMixIn(Results.LatencyCurve.class, RoundedCurve.class)
                    .build()
                    .writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the page's data cannot be written as JSON", e);
        }
    }

    /** Rounds what charts alone draw: the cells' own figures stay exact. */
    interface RoundedSeconds {
        @JsonSerialize(contentUsing = SixDigits.class)
        List<Double> p50Micros();

        @JsonSerialize(contentUsing = SixDigits.class)
        List<Double> p99Micros();
    }

    interface RoundedFigures {
        @JsonSerialize(using = SixDigits.class)
        Double goodputPerSecond();

        @JsonSerialize(using = SixDigits.class)
        Double p50Micros();

        @JsonSerialize(using = SixDigits.class)
        Double p99Micros();

        @JsonSerialize(using = SixDigits.class)
        Double cpuMicrosPerMessage();

        @JsonSerialize(using = SixDigits.class)
        Double instructionsPerMessage();
    }

    interface RoundedCurve {
        @JsonSerialize(contentUsing = SixDigits.class)
        List<Double> binEdgesMicros();
    }

    /** Six significant digits: more than any chart shows, at half the size. */
    private static final class SixDigits extends StdSerializer<Double> {
        private static final long serialVersionUID = 1L;
        private static final MathContext SIX = new MathContext(6);

        SixDigits() {
            super(Double.class);
        }

        @Override
        public void serialize(Double value, JsonGenerator json, SerializerProvider unused) throws IOException {
            json.writeNumber(new BigDecimal(value).round(SIX).doubleValue());
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
