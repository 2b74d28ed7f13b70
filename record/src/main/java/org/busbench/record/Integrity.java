package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What an adapter made of one hostile or broken exchange: a line of {@code integrity.jsonl}. */
public record Integrity(
        String schema,
        Subject adapter,
        @JsonProperty("case") Case of,
        Verdict verdict,
        String reason,
        String client,
        String backend,
        int tries,
        long millis,
        String finishedAt,
        @JsonUnwrapped EvidenceFolder evidenceFolder,
        @JsonInclude(Include.NON_EMPTY) Map<String, Double> figures) {

    public static final String SCHEMA = "busbench/integrity/1";

    public static final String FILE = "integrity.jsonl";

    /** Whether a folder holds the record of hostile exchanges and no other. */
    public static boolean isAlone(Path folder) {
        return Files.exists(folder.resolve(FILE)) && !Files.exists(folder.resolve("run.json"));
    }

    /** How a case ended. */
    public enum Verdict implements Keyed {
        /** The answer is the one that the sources of the case demand. */
        RIGHT,
        /** The answer deviates in a way that does no harm. */
        TOLERABLE,
        /** The answer is against the sources of the case. */
        WRONG,
        /** The adapter does not do what the case is about. */
        NOT_APPLICABLE;
    }

    /** An adapter. */
    public record Subject(String name, String title, String version) {
        public Subject {
            Required.text(name, "adapter.name");
            Required.text(title, "adapter.title");
        }
    }

    /** A case. */
    public record Case(
            String id,
            @JsonProperty("class") String kind,
            String title,
            String source,
            List<String> right,
            @JsonInclude(Include.NON_EMPTY) List<String> tolerable) {
        public Case {
            Required.text(id, "case.id");
            Required.text(kind, "case.class");
            Required.text(title, "case.title");
            Required.text(source, "case.source");
            right = Required.listOrEmpty(right);
            tolerable = Required.listOrEmpty(tolerable);
        }
    }

    /** Refuses a line without identity, and one that is not right and does not say why. */
    public Integrity {
        Required.present(adapter, "adapter");
        Required.present(of, "case");
        Required.present(verdict, "verdict");
        if (verdict != Verdict.RIGHT) {
            Required.text(reason, "reason");
        }
        Required.notNegative(millis, "millis");
        evidenceFolder = EvidenceFolder.orNone(evidenceFolder);
        figures = Required.mapOrEmpty(figures);
    }

    /** The rate of faults that so many tries without one could have missed, with 95 % probability (rule of three). */
    public double missed() {
        return tries == 0 ? 1 : Math.min(1, 3.0 / tries);
    }
}
