package org.busbench.mediation.xml;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** What a parser saw of a document, as one text, so that parsers can be compared. */
final class Events {
    private final StringBuilder all = new StringBuilder();
    private final StringBuilder text = new StringBuilder();

    /** What the tokenizer saw, or null when it found the document odd. */
    static String ofTokenizer(Tokenizer tokenizer, byte[] document, List<Integer> cuts) {
        Events events = new Events();
        Pieces pieces = new Pieces(document, cuts);
        byte[] window = pieces.begin(tokenizer);
        while (true) {
            switch (tokenizer.next()) {
                case START -> events.start(tokenizer.tag(), tokenizer.attributes());
                case END -> events.end(tokenizer.tag().name().toString());
                case TEXT ->
                    events.text.append(new String(
                            window, tokenizer.from(), tokenizer.to() - tokenizer.from(), StandardCharsets.UTF_8));
                case CHARACTER -> events.text.appendCodePoint(tokenizer.codePoint());
                case COMMENT -> events.separator(tokenizer.depth(), "comment");
                case INSTRUCTION -> events.separator(tokenizer.depth(), "instruction");
                case END_DOCUMENT -> {
                    return events.all.toString();
                }
                case REJECTED -> {
                    return null;
                }
                case NEED_MORE -> window = pieces.more(tokenizer);
            }
        }
    }

    /** What Woodstox saw, or null when it refuses the document. */
    static String ofWoodstox(ConformingParser parser, byte[] document) {
        Events events = new Events();
        try {
            parser.check(document, 0, document.length, null);
            XMLStreamReader reader = parser.reader(document, 0, document.length, null);
            int depth = 0;
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case XMLStreamConstants.START_ELEMENT -> {
                        depth++;
                        events.start(reader);
                    }
                    case XMLStreamConstants.END_ELEMENT -> {
                        depth--;
                        events.end(name(reader.getNamespaceURI(), reader.getLocalName()));
                    }
                    case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
                        events.text.append(reader.getText());
                    case XMLStreamConstants.COMMENT -> events.separator(depth, "comment");
                    case XMLStreamConstants.PROCESSING_INSTRUCTION -> events.separator(depth, "instruction");
                    default -> {}
                }
            }
            return events.all.toString();
        } catch (MalformedXmlException | XMLStreamException e) {
            return null;
        }
    }

    /** Whether the JDK's parser reads the document to its end. */
    static boolean jdkAccepts(byte[] document) throws Exception {
        SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        try {
            factory.newSAXParser().parse(new ByteArrayInputStream(document), new DefaultHandler() {
                @Override
                public InputSource resolveEntity(String publicId, String systemId) {
                    return new InputSource(new StringReader(""));
                }
            });
            return true;
        } catch (SAXException | java.io.IOException e) {
            return false;
        }
    }

    private void flush() {
        if (!text.isEmpty()) {
            all.append("text ").append(text).append('\n');
            text.setLength(0);
        }
    }

    private void start(Tag tag, Attributes read) {
        List<String> attributes = new ArrayList<>();
        for (int i = 0; i < read.count(); i++) {
            attributes.add(attribute(read.prefix(i), read.name(i).toString(), read.value(i)));
        }
        start(tag.name().toString(), tag.prefix(), attributes);
    }

    private void start(XMLStreamReader reader) {
        List<String> attributes = new ArrayList<>();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String name = name(reader.getAttributeNamespace(i), reader.getAttributeLocalName(i));
            attributes.add(attribute(reader.getAttributePrefix(i), name, reader.getAttributeValue(i)));
        }
        start(name(reader.getNamespaceURI(), reader.getLocalName()), reader.getPrefix(), attributes);
    }

    private void start(String name, String prefix, List<String> attributes) {
        flush();
        Collections.sort(attributes);
        all.append("start ").append(prefix == null ? "" : prefix).append(' ').append(name);
        all.append(' ').append(attributes).append('\n');
    }

    private static String attribute(String prefix, String name, String value) {
        return (prefix == null ? "" : prefix) + ' ' + name + '=' + value;
    }

    private void end(String name) {
        flush();
        all.append("end ").append(name).append('\n');
    }

    private void separator(int depth, String what) {
        if (depth > 0) {
            flush();
            all.append(what).append('\n');
        }
    }

    private static String name(String namespace, String local) {
        return namespace == null || namespace.isEmpty() ? local : "{" + namespace + "}" + local;
    }
}
