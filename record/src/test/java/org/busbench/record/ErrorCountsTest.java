package org.busbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.busbench.common.ErrorClass;
import org.junit.jupiter.api.Test;

/** Errors of a class that one part of the project forgets would be seen nowhere. */
class ErrorCountsTest {
    private static final List<String> CLASSES =
            Arrays.stream(ErrorClass.values()).map(ErrorClass::key).toList();

    @Test
    void hasACountForEachClass() {
        Map<ErrorClass, Long> counts = new EnumMap<>(ErrorClass.class);
        for (ErrorClass each : ErrorClass.values()) {
            counts.put(each, 10L + counts.size());
        }

        ErrorCounts recorded = ErrorCounts.of(counts);

        assertThat(recorded.total())
                .isEqualTo(counts.values().stream().mapToLong(Long::longValue).sum());
        Map<?, ?> keys = new ObjectMapper().convertValue(recorded, Map.class);
        assertThat(keys.keySet().stream().map(String::valueOf)).containsAll(CLASSES);
    }

    @Test
    void thePageDrawsEachClass() throws IOException {
        Path script = Path.of("../reports/src/main/resources/org/busbench/reports/page/script/errors.js");
        String classes = Files.readAllLines(script).stream()
                .filter(line -> line.startsWith("const CLASSES"))
                .findFirst()
                .orElseThrow();
        assertThat(CLASSES).allSatisfy(each -> assertThat(classes).contains("'" + each + "'"));
    }

    @Test
    void theReferenceNamesEachClass() throws IOException {
        String reference = Files.readString(Path.of("../docs/injectors.md"));
        assertThat(CLASSES).allSatisfy(each -> assertThat(reference).contains("| `" + each + "` |"));
    }
}
