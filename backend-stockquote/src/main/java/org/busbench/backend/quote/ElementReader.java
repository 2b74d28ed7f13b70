package org.busbench.backend.quote;

import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Walks over elements that hold either elements or text: mixed content, DTDs and unknown references are refused. */
final class ElementReader {
    private final XMLStreamReader xml;

    ElementReader(XMLStreamReader xml) {
        this.xml = xml;
    }

    /** Goes to the next start tag and returns true, or to the end tag of the current parent and returns false. */
    boolean enter() throws XMLStreamException, RefusedException {
        while (true) {
            int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                return true;
            }
            if (event == XMLStreamConstants.END_ELEMENT) {
                return false;
            }
            pass(event);
        }
    }

    /** Goes to the end tag of the element given; there must be no other element before it. */
    void leave(String element) throws XMLStreamException, RefusedException {
        if (enter()) {
            throw new RefusedException("Unexpected " + name() + " in " + element);
        }
    }

    /** Goes from the root's end tag to the end of the message. */
    void finish() throws XMLStreamException, RefusedException {
        while (xml.hasNext()) {
            int event = xml.next();
            if (event != XMLStreamConstants.END_DOCUMENT) {
                pass(event);
            }
        }
    }

    boolean is(String namespace, String localName) {
        return localName.equals(xml.getLocalName()) && namespace.equals(xml.getNamespaceURI());
    }

    String localName() {
        return xml.getLocalName();
    }

    void require(String namespace, String localName) throws RefusedException {
        if (!is(namespace, localName)) {
            throw new RefusedException("Expected {" + namespace + "}" + localName + " and found " + name());
        }
    }

    /** Refuses attributes, except those that say where a schema is. */
    void requireNoAttributes() throws RefusedException {
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            String local = xml.getAttributeLocalName(i);
            boolean schemaHint = XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI.equals(xml.getAttributeNamespace(i))
                    && (local.equals("schemaLocation") || local.equals("noNamespaceSchemaLocation"));
            if (!schemaHint) {
                throw new RefusedException("Unexpected attribute " + local + " on " + name());
            }
        }
    }

    /** Returns the text of the current element and stands on its end tag. */
    String text() throws XMLStreamException, RefusedException {
        requireNoAttributes();
        String element = name();
        StringBuilder text = new StringBuilder();
        while (true) {
            int event = xml.next();
            if (event == XMLStreamConstants.END_ELEMENT) {
                return text.toString();
            }
            if (event == XMLStreamConstants.START_ELEMENT) {
                throw new RefusedException("Unexpected " + name() + " in " + element);
            }
            if (xml.isCharacters() || event == XMLStreamConstants.CDATA) {
                text.append(xml.getText());
            } else {
                pass(event);
            }
        }
    }

    /** Goes from a start tag to its end tag, whatever is between. */
    void skip() throws XMLStreamException, RefusedException {
        for (int depth = 1; depth > 0; ) {
            int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            } else {
                requireKnown(event);
            }
        }
    }

    String name() {
        String namespace = xml.getNamespaceURI();
        return namespace == null || namespace.isEmpty()
                ? xml.getLocalName()
                : "{" + namespace + "}" + xml.getLocalName();
    }

    private void pass(int event) throws RefusedException {
        requireKnown(event);
        boolean characters = event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA;
        if (characters && !isBlank(xml.getText())) {
            throw new RefusedException("Unexpected text between elements");
        }
    }

    private static void requireKnown(int event) throws RefusedException {
        if (event == XMLStreamConstants.DTD) {
            throw new RefusedException("A SOAP message must not contain a DTD");
        }
        if (event == XMLStreamConstants.ENTITY_REFERENCE) {
            throw new RefusedException("A reference to an entity that is not declared");
        }
    }

    private static boolean isBlank(String text) {
        return text.chars().allMatch(c -> c == ' ' || c == '\t' || c == '\n' || c == '\r');
    }
}
