package org.busbench.harness.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.busbench.record.EvidenceFolder;
import org.busbench.record.Integrity;
import org.busbench.record.Integrity.Verdict;
import org.busbench.record.RunReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntegrityLogTest {
    @TempDir
    private Path folder;

    private static Integrity line(String adapter, String id) {
        return new Integrity(
                Integrity.SCHEMA,
                new Integrity.Subject(adapter, adapter, "1.0"),
                new Integrity.Case(id, "http-request", "A case", "RFC 9110", List.of("good / one"), null),
                Verdict.RIGHT,
                null,
                "good",
                "one",
                1,
                12,
                "2026-11-23T14:10:00Z",
                EvidenceFolder.NONE,
                Map.of());
    }

    @Test
    void linesOfAdaptersThatWereTorturedSideBySideEndUpInTheOrderOfAdaptersAndCases() throws IOException {
        try (IntegrityLog log = IntegrityLog.create(folder)) {
            log.append(line("second", "a"));
            log.append(line("first", "b"));
            log.append(line("second", "b"));
            log.append(line("first", "a"));
            assertThat(RunReader.integrity(folder)).hasSize(4);

            log.order(List.of("first", "second"), List.of("a", "b"));
        }

        assertThat(RunReader.integrity(folder))
                .extracting(one -> one.adapter().name(), one -> one.of().id())
                .containsExactly(tuple("first", "a"), tuple("first", "b"), tuple("second", "a"), tuple("second", "b"));
    }
}
