package org.busbench.harness;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A published JSON Schema, applied to YAML. */
public final class JsonSchema {
    private final Schema schema;

    /** Reads a schema from {@code docs/schema}. */
    public JsonSchema(String name) throws IOException {
        Path file = ProjectFiles.ROOT.resolve("docs/schema").resolve(name);
        this.schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(file), InputFormat.JSON);
    }

    /** What the schema has to say against a document. */
    public List<String> complaints(String yaml) {
        return schema.validate(yaml, InputFormat.YAML).stream()
                .map(Error::toString)
                .toList();
    }
}
