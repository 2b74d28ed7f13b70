package org.busbench.reports.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.raw.RawData;

/** What a run says as JSON: cells with their distributions and seconds, intervals, verdicts, flags. */
public final class ResultsJson {

    /** Name and version of the format: docs/schema/results-1.schema.json. */
    public static final String SCHEMA = Results.SCHEMA;

    private ResultsJson() {}

    /**
     * Writes an analysis.
     *
     * @param raw where latencies and errors by second lie
     */
    public static String of(Analysis analysis, RawData raw) {
        try {
            return JsonMapper.builder()
                            .build()
                            .writerWithDefaultPrettyPrinter()
                            .writeValueAsString(Results.of(analysis, raw))
                    + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("results cannot be written as JSON", e);
        }
    }
}
