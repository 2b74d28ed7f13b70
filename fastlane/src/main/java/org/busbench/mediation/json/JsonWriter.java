package org.busbench.mediation.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.axiom.om.OMAttribute;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMNamespace;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.om.OMText;
import org.busbench.mediation.xml.MalformedXmlException;

/**
 * Writes an element as JSON, as Axis2's {@code JSONMessageFormatter} does: an element with a text alone is a string, others are objects, of which elements of one
 * name are one member with an array; attributes are members {@code @name}, their texts a member {@code $}; a prefix is followed by a dot.
 */
public final class JsonWriter {
    /** What stands inside one another is bounded where the XML is read. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamWriteConstraints(StreamWriteConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .build())
            .build();

    private JsonWriter() {}

    /**
     * Returns the JSON, in UTF-8.
     *
     * @param body of a SOAP envelope
     * @throws MalformedXmlException when it has not one element, or a default namespace, which JSON has no name for; one line
     */
    public static byte[] json(OMElement body) throws MalformedXmlException {
        Iterator<?> children = body.getChildElements();
        if (!children.hasNext()) {
            throw refused("its body has no element");
        }
        OMElement content = (OMElement) children.next();
        if (children.hasNext()) {
            throw refused("its body has a second element");
        }
        StringWriter out = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            generator.writeStartObject();
            generator.writeFieldName(member(content.getNamespace(), content.getLocalName()));
            write(content, generator);
            generator.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("memory takes all characters", e);
        }
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void write(OMElement element, JsonGenerator out) throws IOException, MalformedXmlException {
        // The values of attributes, and elements, by the names of their members.
        Map<String, List<Object>> members = new LinkedHashMap<>();
        for (Iterator<?> all = element.getAllAttributes(); all.hasNext(); ) {
            OMAttribute one = (OMAttribute) all.next();
            members.put("@" + member(one.getNamespace(), one.getLocalName()), List.of(one.getAttributeValue()));
        }
        StringBuilder text = new StringBuilder();
        for (OMNode node = element.getFirstOMChild(); node != null; node = node.getNextOMSibling()) {
            if (node instanceof OMElement child) {
                members.computeIfAbsent(member(child.getNamespace(), child.getLocalName()), none -> new ArrayList<>(1))
                        .add(child);
            } else if (node instanceof OMText some) {
                text.append(some.getText());
            }
        }
        if (members.isEmpty()) {
            out.writeString(text.toString());
            return;
        }
        out.writeStartObject();
        // White space between elements is no text.
        boolean hasText = text.chars().anyMatch(c -> c > ' ');
        for (Map.Entry<String, List<Object>> member : members.entrySet()) {
            if (hasText && !member.getKey().startsWith("@")) {
                hasText = false;
                out.writeStringField("$", text.toString());
            }
            out.writeFieldName(member.getKey());
            write(member.getValue(), out);
        }
        if (hasText) {
            out.writeStringField("$", text.toString());
        }
        out.writeEndObject();
    }

    private static void write(List<Object> values, JsonGenerator out) throws IOException, MalformedXmlException {
        if (values.size() > 1) {
            out.writeStartArray();
        }
        for (Object value : values) {
            if (value instanceof OMElement element) {
                write(element, out);
            } else {
                out.writeString((String) value);
            }
        }
        if (values.size() > 1) {
            out.writeEndArray();
        }
    }

    private static String member(OMNamespace namespace, String local) throws MalformedXmlException {
        String prefix = namespace == null ? null : namespace.getPrefix();
        if (prefix != null && !prefix.isEmpty()) {
            return prefix + "." + local;
        }
        if (namespace != null && !namespace.getNamespaceURI().isEmpty()) {
            throw refused("the default namespace " + namespace.getNamespaceURI() + " of <" + local
                    + "> has no name in JSON: take it out by a stylesheet");
        }
        return local;
    }

    private static MalformedXmlException refused(String why) {
        return new MalformedXmlException("the message cannot become JSON: " + why, null);
    }
}
