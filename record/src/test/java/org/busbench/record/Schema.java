package org.busbench.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A published JSON Schema, or one of its definitions. */
record Schema(ObjectNode file, JsonNode root) {

    static final Path FOLDER = Path.of("../docs/schema");

    static Schema of(String name) {
        try {
            ObjectNode file =
                    (ObjectNode) new ObjectMapper().readTree(Files.readString(FOLDER.resolve(name + ".schema.json")));
            return new Schema(file, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Schema definition(String name) {
        return new Schema(file, file.at("/$defs/" + name));
    }

    List<String> complaints(String json) {
        ObjectNode whole = file;
        if (!root.equals(file)) {
            whole = new ObjectMapper().createObjectNode();
            whole.set("$defs", file.get("$defs"));
            whole.set("allOf", new ObjectMapper().createArrayNode().add(root));
        }
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(whole.toString(), InputFormat.JSON)
                .validate(json, InputFormat.JSON)
                .stream()
                .map(Object::toString)
                .toList();
    }

    /** Follows references and takes the alternative that is not null. */
    JsonNode resolve(JsonNode node) {
        if (node.has("$ref")) {
            return resolve(file.at(node.get("$ref").asText().substring(1)));
        }
        for (JsonNode alternative : node.path("anyOf")) {
            if (!alternative.path("type").asText().equals("null")) {
                return resolve(alternative);
            }
        }
        return node;
    }
}
