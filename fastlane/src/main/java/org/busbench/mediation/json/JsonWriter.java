package org.busbench.mediation.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.busbench.mediation.xml.Attributes;
import org.busbench.mediation.xml.ConformingParser;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xml.Name;
import org.busbench.mediation.xml.SoapNamespaces;
import org.busbench.mediation.xml.Tag;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;

/**
 * Writes the element in the body of a SOAP envelope as JSON, as Axis2's {@code JSONMessageFormatter} does: an element with a text alone is a string, others are
 * objects, of which elements of one name are one member with an array; attributes are members {@code @name}, their texts a member {@code $}; a prefix is followed
 * by a dot. Kept and used for many messages, by one thread.
 */
public final class JsonWriter {
    /** What stands inside one another is bounded where the XML is read. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamWriteConstraints(StreamWriteConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .build())
            .build();

    private final Tokenizer tokenizer;
    private final ConformingParser parser;

    /** For messages within these bounds. */
    public JsonWriter(Limits limits) {
        tokenizer = new Tokenizer(limits);
        parser = new ConformingParser(limits);
    }

    /** An element, and what it becomes. */
    private static final class Element {
        final String name;
        /** The values of attributes in UTF-8, and elements, by the names of their members. */
        final Map<String, List<Object>> members = new LinkedHashMap<>();

        private final ByteArrayOutputStream text = new ByteArrayOutputStream();
        private boolean isTold;

        Element(String name) {
            this.name = name;
        }

        void add(String member, Object value) {
            members.computeIfAbsent(member, none -> new ArrayList<>(1)).add(value);
        }

        /** White space between elements is no text. */
        void add(byte[] in, int from, int to) {
            text.write(in, from, to - from);
            for (int i = from; i < to && !isTold; i++) {
                isTold = in[i] < 0 || in[i] > ' ';
            }
        }

        void write(JsonGenerator out) throws IOException {
            byte[] own = text.toByteArray();
            if (members.isEmpty()) {
                out.writeUTF8String(own, 0, own.length);
                return;
            }
            out.writeStartObject();
            boolean hasText = isTold;
            for (Map.Entry<String, List<Object>> member : members.entrySet()) {
                if (hasText && !member.getKey().startsWith("@")) {
                    hasText = false;
                    writeText(out, own);
                }
                out.writeFieldName(member.getKey());
                write(out, member.getValue());
            }
            if (hasText) {
                writeText(out, own);
            }
            out.writeEndObject();
        }

        private static void writeText(JsonGenerator out, byte[] text) throws IOException {
            out.writeFieldName("$");
            out.writeUTF8String(text, 0, text.length);
        }

        private static void write(JsonGenerator out, List<Object> values) throws IOException {
            if (values.size() > 1) {
                out.writeStartArray();
            }
            for (Object value : values) {
                if (value instanceof Element element) {
                    element.write(out);
                } else {
                    byte[] text = (byte[]) value;
                    out.writeUTF8String(text, 0, text.length);
                }
            }
            if (values.size() > 1) {
                out.writeEndArray();
            }
        }
    }

    /**
     * Returns the JSON, in UTF-8.
     *
     * @param envelope in UTF-8
     * @throws MalformedXmlException when it is no envelope with one element in its body, or has a default namespace, which JSON has no name for; one line
     */
    public byte[] json(byte[] envelope) throws MalformedXmlException {
        Element content = read(envelope);
        ByteArrayOutputStream out = new ByteArrayOutputStream(envelope.length);
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            generator.writeStartObject();
            generator.writeFieldName(content.name);
            content.write(generator);
            generator.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("an array takes all bytes", e);
        }
        return out.toByteArray();
    }

    private Element read(byte[] envelope) throws MalformedXmlException {
        tokenizer.start(envelope, 0, envelope.length);
        tokenizer.complete();
        List<Element> open = new ArrayList<>();
        Element content = null;
        boolean isBody = false;
        for (Token token = tokenizer.next(); token != Token.END_DOCUMENT; token = tokenizer.next()) {
            int depth = tokenizer.depth();
            switch (token) {
                case START -> {
                    requireEnvelope(depth);
                    isBody = depth == 2 ? isSoap("Body") : isBody;
                    if (isBody && depth > 2) {
                        Element element = element();
                        if (depth == 3 && content != null) {
                            throw refused("its body has a second element");
                        } else if (depth == 3) {
                            content = element;
                        } else {
                            open.get(depth - 4).add(element.name, element);
                        }
                        open.add(element);
                    }
                }
                case END -> {
                    if (isBody && depth >= 2) {
                        open.remove(depth - 2);
                    }
                }
                case TEXT -> text(open, envelope, tokenizer.from(), tokenizer.to());
                case CHARACTER -> {
                    byte[] one = utf8(Character.toString(tokenizer.codePoint()));
                    text(open, one, 0, one.length);
                }
                case COMMENT -> {}
                default -> {
                    parser.check(envelope, 0, envelope.length, "UTF-8");
                    throw refused("it has a part that is not read here: " + tokenizer.reason());
                }
            }
        }
        if (content == null) {
            throw refused("its body has no element");
        }
        return content;
    }

    private static void text(List<Element> open, byte[] in, int from, int to) {
        if (!open.isEmpty()) {
            open.get(open.size() - 1).add(in, from, to);
        }
    }

    private void requireEnvelope(int depth) throws MalformedXmlException {
        if (depth == 1 && !isSoap("Envelope")) {
            throw refused("it is no SOAP envelope");
        }
    }

    private boolean isSoap(String local) {
        Name name = tokenizer.tag().name();
        return name.local().equals(local) && SoapNamespaces.contains(name.namespace());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Element element() throws MalformedXmlException {
        Tag tag = tokenizer.tag();
        Element element = new Element(member(tag.prefix(), tag.name()));
        Attributes attributes = tokenizer.attributes();
        for (int i = 0; i < attributes.count(); i++) {
            element.add("@" + member(attributes.prefix(i), attributes.name(i)), utf8(attributes.value(i)));
        }
        return element;
    }

    private static String member(String prefix, Name name) throws MalformedXmlException {
        if (!prefix.isEmpty()) {
            return prefix + "." + name.local();
        }
        if (!name.namespace().isEmpty()) {
            throw refused("the default namespace " + name.namespace() + " of <" + name.local()
                    + "> has no name in JSON: take it out by a stylesheet");
        }
        return name.local();
    }

    private static MalformedXmlException refused(String why) {
        return new MalformedXmlException("the message cannot become JSON: " + why, null);
    }
}
