package org.busbench.record;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.busbench.common.TextFile;

/** Reads JSON into records and says in one line, with file and line, why it cannot. */
final class JsonFiles {

    private final ObjectMapper json = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .build();

    /** Tells what is cut off from what is whole and wrong. */
    private final ObjectMapper lenient = new ObjectMapper();

    /** Reads a file that holds one value; {@code schema} may be null for a format without a name. */
    <T> T one(Path file, Class<T> type, String schema) {
        return parse(text(file), file, 1, type, schema);
    }

    /**
     * Reads a file of one value a line. A last line that ends before its value does is what a killed writer leaves: it is
     * skipped, and {@code remarks} says so. One that is whole and wrong is a problem, with or without its line end.
     */
    <T> List<T> lines(Path file, Class<T> type, String schema, List<String> remarks, BiConsumer<T, String> check) {
        String text = text(file);
        List<String> lines = text.lines().toList();
        List<T> values = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            boolean unended = i == lines.size() - 1 && !text.endsWith("\n");
            if (unended && !complete(lines.get(i))) {
                remarks.add(file.getFileName() + ":" + (i + 1)
                        + ": the last line is cut off, as a killed run leaves it; it was skipped");
                break;
            }
            T value = parse(lines.get(i), file, i + 1, type, schema);
            check.accept(value, file + ":" + (i + 1) + ": ");
            values.add(value);
        }
        return values;
    }

    private boolean complete(String line) {
        try {
            return lenient.readTree(line).isObject();
        } catch (JsonProcessingException cutOff) {
            return false;
        }
    }

    private <T> T parse(String text, Path file, int line, Class<T> type, String schema) {
        try {
            Keys keys = Keys.of(json.getFactory(), text, type);
            if (keys.schema == null) {
                throw new RunProblem(file + ":" + line + ": a JSON object is expected");
            }
            if (schema != null && !keys.schema.equals(schema)) {
                throw new RunProblem(file + ":" + line + ": schema '" + keys.schema
                        + "' is unknown; this version reads '" + schema + "'" + recordedBy(file));
            }
            if (keys.unknown != null) {
                throw new RunProblem(
                        file + ":" + (line + keys.unknownLine - 1) + ": " + keys.unknown + recordedBy(file));
            }
            return json.readValue(text, type);
        } catch (JsonProcessingException e) {
            throw new RunProblem(file + ":" + lineOf(e, line) + ": " + reason(e), e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        }
    }

    /** Which busbench wrote the run, as its {@code run.json} says; empty when that cannot be told. */
    private String recordedBy(Path file) {
        try {
            JsonNode busbench =
                    json.readTree(file.resolveSibling("run.json").toFile()).path("busbench");
            String version = busbench.path("version").asText("");
            String commit = busbench.path("commit").asText("");
            return version.isEmpty()
                    ? ""
                    : "; the run was recorded by busbench " + version + (commit.isEmpty() ? "" : " (" + commit + ")");
        } catch (IOException e) {
            return "";
        }
    }

    private static int lineOf(JsonProcessingException e, int first) {
        JsonLocation location = e.getLocation();
        return location == null || location.getLineNr() < 1 ? first : first + location.getLineNr() - 1;
    }

    private static String reason(JsonProcessingException e) {
        if (e instanceof ValueInstantiationException refused && refused.getCause() != null) {
            return refused.getCause().getMessage();
        }
        if (e instanceof JsonMappingException mapping) {
            return "at " + path(mapping) + ": " + mapping.getOriginalMessage();
        }
        return e.getOriginalMessage();
    }

    private static String path(JsonMappingException e) {
        return e.getPath().stream()
                .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : step.getFieldName())
                .collect(Collectors.joining("."));
    }

    private static String text(Path file) {
        try {
            return TextFile.readCut(file);
        } catch (NoSuchFileException e) {
            throw new RunProblem(file + ": is missing; give a run directory, as 'busbench run' writes it", e);
        } catch (IOException e) {
            throw new RunProblem(file + ": cannot be read: " + e, e);
        }
    }

    /**
     * The keys of a JSON text against those that its record has. Jackson itself does not notice an unknown key beside unwrapped
     * parts.
     */
    private static final class Keys {

        private final JsonParser in;
        /** The schema that the outermost object names; empty when it names none, null when the text is no object. */
        private String schema;

        private String unknown;
        private int unknownLine;

        private Keys(JsonParser in) {
            this.in = in;
        }

        static Keys of(JsonFactory json, String text, Class<?> type) throws IOException {
            try (JsonParser in = json.createParser(text)) {
                Keys keys = new Keys(in);
                if (in.nextToken() == JsonToken.START_OBJECT) {
                    keys.schema = "";
                    keys.readObject(Shape.of(type), true);
                }
                return keys;
            }
        }

        private void readObject(Shape shape, boolean outermost) throws IOException {
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String name = in.currentName();
                Type type = shape.keys().get(name);
                if (type == null && unknown == null) {
                    unknown = "unknown key '" + name + "'"
                            + shape.keys().keySet().stream()
                                    .sorted()
                                    .collect(Collectors.joining(", ", " (known here: ", ")"));
                    unknownLine = in.currentLocation().getLineNr();
                }
                if (in.nextToken() == JsonToken.VALUE_STRING && outermost && name.equals("schema")) {
                    schema = in.getText();
                }
                readValue(type);
            }
        }

        private void readValue(Type type) throws IOException {
            if (in.currentToken() == JsonToken.START_ARRAY) {
                while (in.nextToken() != JsonToken.END_ARRAY) {
                    readValue(type == null ? null : Shape.elementOf(type));
                }
            } else if (in.currentToken() == JsonToken.START_OBJECT && type != null && Shape.isMap(type)) {
                while (in.nextToken() == JsonToken.FIELD_NAME) {
                    in.nextToken();
                    readValue(Shape.elementOf(type));
                }
            } else if (in.currentToken() == JsonToken.START_OBJECT) {
                Shape shape = type == null ? null : Shape.of(Shape.elementOf(type));
                if (shape == null) {
                    in.skipChildren();
                } else {
                    readObject(shape, false);
                }
            }
        }
    }
}
