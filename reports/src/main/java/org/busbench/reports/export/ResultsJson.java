package org.busbench.reports.export;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Repetition.Answer;
import org.busbench.reports.raw.RawData;
import org.busbench.reports.results.Results;

/** A run's results as JSON: cells with their distributions and seconds, intervals, verdicts, flags. */
public final class ResultsJson {

    private static final JsonMapper JSON =
            JsonMapper.builder().addMixIn(Answer.class, InWords.class).build();

    private ResultsJson() {}

    /** An answer is written in its words. */
    private interface InWords {
        @JsonValue
        String words();
    }

    public static String of(Analysis analysis, RawData raw) {
        return text(Results.of(analysis, raw));
    }

    /** Writes any other results: of hostile exchanges, of ramps, of a comparison. */
    public static String text(Object results) {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(results) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("results cannot be written as JSON", e);
        }
    }
}
