package org.busbench.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A published JSON Schema, applied to YAML. */
public final class JsonSchema {
    private final Schema schema;

    /** Reads a schema from {@code docs/schema}. */
    public JsonSchema(String name) throws IOException {
        this(Files.readAllBytes(fileOf(name)));
    }

    private JsonSchema(byte[] text) {
        this.schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(new String(text, StandardCharsets.UTF_8), InputFormat.JSON);
    }

    /** One of the definitions of a schema, as a schema of its own. */
    public static JsonSchema part(String name, String definition) throws IOException {
        ObjectMapper json = new ObjectMapper();
        JsonNode definitions = json.readTree(fileOf(name).toFile()).get("$defs");
        ObjectNode part = definitions.get(definition).deepCopy();
        part.set("$defs", definitions);
        return new JsonSchema(json.writeValueAsBytes(part));
    }

    private static Path fileOf(String name) {
        return ProjectFiles.ROOT.resolve("docs/schema").resolve(name);
    }

    /** What the schema has to say against a document. */
    public List<String> complaints(String yaml) {
        return schema.validate(yaml, InputFormat.YAML).stream()
                .map(Error::toString)
                .toList();
    }
}
