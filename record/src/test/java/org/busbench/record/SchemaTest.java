package org.busbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The published schemas name exactly the keys and the words that the model has. */
class SchemaTest {

    static Stream<Arguments> files() {
        Schema run = Schema.of("run-1");
        return Stream.of(
                Arguments.of(RunInfo.class, run),
                Arguments.of(Verification.class, run.definition("verification")),
                Arguments.of(Resume.class, run.definition("resume")),
                Arguments.of(Calibration.class, run.definition("calibration")),
                Arguments.of(Finished.class, run.definition("finished")),
                Arguments.of(Trial.class, Schema.of("trial-1")),
                Arguments.of(Parity.class, Schema.of("parity-1")),
                Arguments.of(Integrity.class, Schema.of("integrity-1")),
                Arguments.of(IntegrityRun.class, Schema.of("integrity-run-1")),
                Arguments.of(RampRun.class, Schema.of("ramp-run-1")),
                Arguments.of(RampRun.End.class, Schema.of("ramp-run-1").definition("end")),
                Arguments.of(Ramp.class, Schema.of("ramp-1")));
    }

    @ParameterizedTest
    @MethodSource("files")
    void aKeyOfTheModelIsInTheSchemaAndTheReverse(Class<?> type, Schema schema) {
        List<String> differences = new ArrayList<>();
        compare(schema, schema.root(), type, type.getSimpleName(), differences);

        assertThat(differences).isEmpty();
    }

    @Test
    void aKeyThatOneSideLacksIsNamed() {
        List<String> differences = new ArrayList<>();
        Schema schema = Schema.of("run-1");
        compare(schema, schema.definition("resume").root(), Finished.class, "Finished", differences);

        assertThat(differences)
                .contains("Finished.exitCode: not in the schema", "Finished.resumedAt: not in the model");
    }

    private static void compare(Schema schema, JsonNode unresolved, Type type, String place, List<String> differences) {
        JsonNode node = schema.resolve(unresolved);
        if (type == Object.class) {
            return;
        }
        if (Shape.isMap(type)) {
            if (node.path("additionalProperties").isObject()) {
                compare(schema, node.get("additionalProperties"), Shape.elementOf(type), place, differences);
            }
            return;
        }
        Class<?> element = Shape.elementOf(type);
        JsonNode value = node.has("items") ? schema.resolve(node.get("items")) : node;
        if (element.isEnum()) {
            words(element, value, place, differences);
        } else if (element.isRecord()) {
            keys(schema, value, Shape.of(element), place, differences);
        }
    }

    private static void keys(Schema schema, JsonNode node, Shape shape, String place, List<String> differences) {
        JsonNode properties = node.path("properties");
        shape.keys().forEach((key, type) -> {
            if (properties.has(key)) {
                compare(schema, properties.get(key), type, place + "." + key, differences);
            } else {
                differences.add(place + "." + key + ": not in the schema");
            }
        });
        properties.fieldNames().forEachRemaining(key -> {
            if (!shape.keys().containsKey(key)) {
                differences.add(place + "." + key + ": not in the model");
            }
        });
    }

    private static void words(Class<?> type, JsonNode node, String place, List<String> differences) {
        Set<String> model = new TreeSet<>();
        for (Object constant : type.getEnumConstants()) {
            if (constant instanceof Keyed keyed) {
                model.add(keyed.key());
                continue;
            }
            try {
                JsonProperty named = type.getField(((Enum<?>) constant).name()).getAnnotation(JsonProperty.class);
                if (named != null) {
                    model.add(named.value());
                }
            } catch (NoSuchFieldException e) {
                throw new AssertionError(e);
            }
        }
        Set<String> published = new TreeSet<>();
        node.path("enum").forEach(word -> {
            if (!word.isNull()) {
                published.add(word.asText());
            }
        });
        if (!model.equals(published)) {
            differences.add(place + ": " + model + " in the model, " + published + " in the schema");
        }
    }
}
