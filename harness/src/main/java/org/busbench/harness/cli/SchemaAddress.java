package org.busbench.harness.cli;

import java.nio.file.Path;

/** How a YAML file names its schema to editors ({@code # yaml-language-server: $schema=...}), so that no network is asked. */
final class SchemaAddress {

    private SchemaAddress() {}

    /** A relative path within the checkout, which survives a move of it; else the address of the file. */
    static String from(Path folder, Path schema) {
        Path absolute = folder.toAbsolutePath().normalize();
        Path checkout = schema.getParent().getParent().getParent();
        return absolute.startsWith(checkout)
                ? absolute.relativize(schema).toString()
                : schema.toUri().toString();
    }
}
