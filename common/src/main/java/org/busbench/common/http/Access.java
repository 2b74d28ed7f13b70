package org.busbench.common.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.busbench.common.tls.TlsTerms;

/**
 * How a server wants to be asked that runs already: on which terms of TLS, and with which header fields beside the
 * message's own. Secrets are named by where they are; only {@link #lines} reads them.
 */
public record Access(TlsTerms tls, List<Field> fields) {
    /** No credentials, and the usual trust. */
    public static final Access USUAL = new Access(TlsTerms.USUAL, List.of());

    /** Stands in evidence where a secret stood. */
    public static final String REDACTED = "(redacted)";

    private static final String FIELD = "header.";

    public Access {
        fields = List.copyOf(fields);
    }

    /** Where the value of a header field is. */
    public enum Place {
        /** Here: it is no secret. */
        TEXT,
        ENV,
        /** In a file, whose last line end is not part of it. */
        FILE
    }

    /**
     * A header field.
     *
     * @param where the text, the variable's name or the file's path
     */
    public record Field(String name, Place place, String where) {
        private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

        /** Refuses what is no name of a field (RFC 9110, section 5.1). */
        public Field {
            if (!TOKEN.matcher(name).matches()) {
                throw new IllegalArgumentException("'" + name + "' is not the name of a header field");
            }
        }

        /**
         * The value, read now.
         *
         * @throws IOException when it is not where it should be; never with the value
         */
        public String value() throws IOException {
            String value = switch (place) {
                case TEXT -> where;
                case ENV -> System.getenv(where);
                case FILE -> ofFile();
            };
            if (value == null) {
                throw new IOException("the environment has no variable " + where + ", which holds the header field "
                        + name + ": set it");
            }
            if (value.isBlank() || value.chars().anyMatch(c -> (c < ' ' && c != '\t') || c > 255)) {
                throw new IOException("the value of the header field " + name + " (" + shown()
                        + ") is empty, or has characters that no header may have: correct it");
            }
            return value;
        }

        private String ofFile() throws IOException {
            if (!Files.isRegularFile(Path.of(where))) {
                throw new IOException("there is no file " + where + ", which holds the header field " + name);
            }
            return Files.readString(Path.of(where), ISO_8859_1).stripTrailing();
        }

        /** The value where it is no secret, else the place where it is kept. */
        public String shown() {
            return switch (place) {
                case TEXT -> where;
                case ENV -> "from the environment variable " + where;
                case FILE -> "from the file " + where;
            };
        }
    }

    /**
     * The fields as lines of a request's head, secrets and all.
     *
     * @throws IOException when a value is not where it should be
     */
    public String lines() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (Field field : fields) {
            lines.append(field.name()).append(": ").append(field.value()).append("\r\n");
        }
        return lines.toString();
    }

    /** The bytes with {@link #REDACTED} in place of each secret, so that they may be kept. */
    public byte[] redacted(byte[] bytes) throws IOException {
        String text = null;
        for (Field field : fields) {
            if (field.place() != Place.TEXT) {
                text = (text == null ? new String(bytes, ISO_8859_1) : text).replace(field.value(), REDACTED);
            }
        }
        return text == null ? bytes : text.getBytes(ISO_8859_1);
    }

    /** As properties, which {@link #of} reads in another process of the same environment. No secret is among them. */
    public Map<String, String> properties() {
        Map<String, String> properties = new LinkedHashMap<>(tls.properties());
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            properties.put(FIELD + i, field.name() + " " + field.place() + " " + field.where());
        }
        return properties;
    }

    /**
     * What {@link #properties} wrote.
     *
     * @param property gives the value of a name; null where there is none
     */
    public static Access of(Function<String, String> property) {
        List<Field> fields = new ArrayList<>();
        for (String line = property.apply(FIELD + 0); line != null; line = property.apply(FIELD + fields.size())) {
            String[] parts = line.split(" ", 3);
            fields.add(new Field(parts[0], Place.valueOf(parts[1]), parts[2]));
        }
        return new Access(TlsTerms.of(property), fields);
    }
}
