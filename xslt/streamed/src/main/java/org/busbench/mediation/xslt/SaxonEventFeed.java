package org.busbench.mediation.xslt;

import java.util.Arrays;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import net.sf.saxon.event.Receiver;
import net.sf.saxon.expr.parser.Loc;
import net.sf.saxon.om.AttributeInfo;
import net.sf.saxon.om.AttributeMap;
import net.sf.saxon.om.EmptyAttributeMap;
import net.sf.saxon.om.NamespaceMap;
import net.sf.saxon.om.NodeName;
import net.sf.saxon.str.StringView;
import net.sf.saxon.str.UnicodeString;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.type.BuiltInAtomicType;
import net.sf.saxon.type.Untyped;

/**
 * Pushes the events of the conforming parser into a receiver of Saxon's: for messages that the tokenizer rejects. It keeps the namespaces in
 * force while the caller walks through the message.
 *
 * <p>Belongs to one message.
 */
final class SaxonEventFeed {

    private final XMLStreamReader reader;
    private final SaxonNames names;
    private NamespaceMap[] scopes = new NamespaceMap[64];
    private int depth;

    SaxonEventFeed(XMLStreamReader reader, SaxonNames names) {
        this.reader = reader;
        this.names = names;
        this.scopes[0] = NamespaceMap.emptyMap();
    }

    /** How many elements are open. */
    int depth() {
        return depth;
    }

    /** The namespaces in force where the parser stands. */
    NamespaceMap namespaces() {
        return scopes[depth];
    }

    /** Passes the event on at which the parser stands; a document type is refused. */
    void pass(Receiver to) throws XPathException, XMLStreamException {
        switch (reader.getEventType()) {
            case XMLStreamConstants.START_ELEMENT -> start(to);
            case XMLStreamConstants.END_ELEMENT -> {
                depth--;
                to.endElement();
            }
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                if (depth > 0) {
                    to.characters(text(reader.getText()), Loc.NONE, 0);
                }
            }
            case XMLStreamConstants.COMMENT -> to.comment(text(reader.getText()), Loc.NONE, 0);
            case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                to.processingInstruction(
                        reader.getPITarget(), text(reader.getPIData() == null ? "" : reader.getPIData()), Loc.NONE, 0);
            case XMLStreamConstants.DTD ->
                throw new XMLStreamException("document types are not accepted in messages", reader.getLocation());
            case XMLStreamConstants.ENTITY_REFERENCE ->
                throw new XMLStreamException(
                        "the entity '" + reader.getLocalName() + "' is not declared", reader.getLocation());
            default -> {
                // The beginning and the end of the document.
            }
        }
    }

    private void start(Receiver to) throws XPathException {
        NamespaceMap inForce = scopes[depth];
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            inForce = inForce.bind(
                    orEmpty(reader.getNamespacePrefix(i)), names.namespace(orEmpty(reader.getNamespaceURI(i))));
        }
        depth++;
        if (depth == scopes.length) {
            scopes = Arrays.copyOf(scopes, 2 * depth);
        }
        scopes[depth] = inForce;
        names.enter(inForce);
        AttributeMap attributes = EmptyAttributeMap.getInstance();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            NodeName name = name(
                    reader.getAttributePrefix(i), reader.getAttributeNamespace(i), reader.getAttributeLocalName(i));
            attributes = attributes.put(new AttributeInfo(
                    name, BuiltInAtomicType.UNTYPED_ATOMIC, reader.getAttributeValue(i), Loc.NONE, 0));
        }
        NodeName name = name(reader.getPrefix(), reader.getNamespaceURI(), reader.getLocalName());
        to.startElement(name, Untyped.getInstance(), attributes, inForce, Loc.NONE, 0);
    }

    private NodeName name(String prefix, String namespace, String local) throws XPathException {
        return names.of(orEmpty(prefix), orEmpty(namespace), local);
    }

    private static UnicodeString text(String text) {
        return StringView.tidy(text);
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }
}
