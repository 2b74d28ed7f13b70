package org.busbench.mediation.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.busbench.mediation.xml.MalformedXmlException;

/**
 * Writes the content of an envelope as JSON, as Axis2's {@code JSONMessageFormatter} does: an element with a text alone is a string, others are objects, of which
 * elements of one name are one member with an array; attributes are members {@code @name}, their texts a member {@code $}; a prefix is followed by a dot.
 */
public final class JsonWriter {
    /** What stands inside one another is bounded where the XML is read. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamWriteConstraints(StreamWriteConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .build())
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build();

    private JsonWriter() {}

    /**
     * Returns the JSON, in UTF-8.
     *
     * @param envelope of SOAP, from its beginning; is read to the end of the body
     * @throws MalformedXmlException when its body has not one element, or a default namespace, which JSON has no name for; one line
     */
    public static byte[] json(XMLStreamReader envelope) throws MalformedXmlException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            nextElement(envelope);
            boolean isBody = false;
            while (!isBody && nextElement(envelope)) {
                isBody = envelope.getLocalName().equals("Body");
                if (!isBody) {
                    skip(envelope);
                }
            }
            if (!isBody || !nextElement(envelope)) {
                throw refused("its body has no element");
            }
            generator.writeStartObject();
            generator.writeFieldName(member(envelope.getPrefix(), envelope.getNamespaceURI(), envelope.getLocalName()));
            write(content(envelope), generator);
            generator.writeEndObject();
            if (nextElement(envelope)) {
                throw refused("its body has a second element");
            }
            while (envelope.hasNext()) {
                envelope.next();
            }
        } catch (XMLStreamException e) {
            throw refused("it is no well-formed XML: " + e.getMessage().replaceAll("\\s+", " "));
        } catch (IOException e) {
            throw new UncheckedIOException("memory takes all characters", e);
        }
        return out.toByteArray();
    }

    /** Goes to the next start tag in the element at the reader; false at its end. */
    private static boolean nextElement(XMLStreamReader reader) throws XMLStreamException, MalformedXmlException {
        int event = reader.next();
        while (event != XMLStreamConstants.START_ELEMENT && event != XMLStreamConstants.END_ELEMENT) {
            if (event == XMLStreamConstants.DTD) {
                throw refused("document types are not accepted in messages");
            }
            event = reader.next();
        }
        return event == XMLStreamConstants.START_ELEMENT;
    }

    private static void skip(XMLStreamReader reader) throws XMLStreamException, MalformedXmlException {
        for (int depth = 1; depth > 0; ) {
            depth += nextElement(reader) ? 1 : -1;
        }
    }

    /** What an element becomes. Members are texts, which attributes have, and contents. */
    private record Content(Map<String, List<Object>> members, String text) {}

    /** Reads an element to its end tag. */
    private static Content content(XMLStreamReader reader) throws XMLStreamException, MalformedXmlException {
        Map<String, List<Object>> members = new LinkedHashMap<>();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String name = member(
                    reader.getAttributePrefix(i), reader.getAttributeNamespace(i), reader.getAttributeLocalName(i));
            members.put("@" + name, List.of(reader.getAttributeValue(i)));
        }
        StringBuilder text = new StringBuilder();
        for (int event = reader.next(); event != XMLStreamConstants.END_ELEMENT; event = reader.next()) {
            switch (event) {
                case XMLStreamConstants.START_ELEMENT ->
                    members.computeIfAbsent(
                                    member(reader.getPrefix(), reader.getNamespaceURI(), reader.getLocalName()),
                                    none -> new ArrayList<>(1))
                            .add(content(reader));
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    text.append(reader.getText());
                default -> {} // Comments and instructions have no place in JSON.
            }
        }
        return new Content(members, text.toString());
    }

    private static void write(Content content, JsonGenerator out) throws IOException {
        if (content.members.isEmpty()) {
            out.writeString(content.text);
            return;
        }
        out.writeStartObject();
        // White space between elements is no text.
        boolean hasText = content.text.chars().anyMatch(c -> c > ' ');
        for (Map.Entry<String, List<Object>> member : content.members.entrySet()) {
            if (hasText && !member.getKey().startsWith("@")) {
                hasText = false;
                out.writeStringField("$", content.text);
            }
            out.writeFieldName(member.getKey());
            write(member.getValue(), out);
        }
        if (hasText) {
            out.writeStringField("$", content.text);
        }
        out.writeEndObject();
    }

    private static void write(List<Object> values, JsonGenerator out) throws IOException {
        if (values.size() > 1) {
            out.writeStartArray();
        }
        for (Object value : values) {
            if (value instanceof Content content) {
                write(content, out);
            } else {
                out.writeString((String) value);
            }
        }
        if (values.size() > 1) {
            out.writeEndArray();
        }
    }

    private static String member(String prefix, String namespace, String local) throws MalformedXmlException {
        if (prefix != null && !prefix.isEmpty()) {
            return prefix + "." + local;
        }
        if (namespace != null && !namespace.isEmpty()) {
            throw refused("the default namespace " + namespace + " of <" + local
                    + "> has no name in JSON: take it out by a stylesheet");
        }
        return local;
    }

    private static MalformedXmlException refused(String why) {
        return new MalformedXmlException("the message cannot become JSON: " + why, null);
    }
}
