package org.busbench.mediation.xpath;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;
import javax.xml.transform.stax.StAXSource;
import net.sf.saxon.s9api.Axis;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XdmNodeKind;
import net.sf.saxon.s9api.XdmSequenceIterator;
import org.busbench.mediation.soap.SoapNamespaces;
import org.busbench.mediation.xml.NameBudget;

/** A SOAP message as a tree of Saxon's. */
final class SaxonMessage {
    /** Saxon keeps each namespace as long as the JVM lives. What brings further ones is left to stock's own classes. */
    private static final NameBudget NAMESPACES = new NameBudget(10_000);

    private final XdmNode envelope;
    private XdmNode header;
    private XdmNode body;
    private boolean plain;

    /**
     * Reads a message to its end.
     *
     * @param names that Saxon may be given
     * @throws SaxonApiException when it is malformed, has a document type, or brings names when there have been too many
     */
    SaxonMessage(Processor saxon, NameBudget names, XMLStreamReader reader) throws SaxonApiException {
        Watched watched = new Watched(reader, names);
        envelope = first(saxon.newDocumentBuilder().build(new StAXSource(watched)));
        plain = !watched.instructions;
        look();
    }

    /** Whether Axiom would make a message of it without objection. */
    boolean isPlain() {
        return plain && body != null;
    }

    XdmNode envelope() {
        return envelope;
    }

    /** The header, or null. */
    XdmNode header() {
        return header;
    }

    XdmNode body() {
        return body;
    }

    private void look() {
        String soap = envelope.getNodeName().getNamespace();
        plain &= SoapNamespaces.contains(soap)
                && envelope.getNodeName().getLocalName().equals("Envelope");
        XdmSequenceIterator<XdmNode> children = envelope.axisIterator(Axis.CHILD);
        while (children.hasNext()) {
            XdmNode child = children.next();
            if (child.getNodeKind() != XdmNodeKind.ELEMENT) {
                continue;
            }
            String name = child.getNodeName().getLocalName();
            boolean ofSoap = child.getNodeName().getNamespace().equals(soap);
            if (ofSoap && name.equals("Header") && header == null && body == null) {
                header = child;
            } else if (ofSoap && name.equals("Body") && body == null) {
                body = child;
                plain &= !holdsFault(child, soap);
            } else {
                plain = false;
            }
        }
    }

    private static boolean holdsFault(XdmNode body, String soap) {
        XdmSequenceIterator<XdmNode> children = body.axisIterator(Axis.CHILD);
        while (children.hasNext()) {
            XdmNode child = children.next();
            if (child.getNodeKind() == XdmNodeKind.ELEMENT
                    && child.getNodeName().getLocalName().equals("Fault")
                    && child.getNodeName().getNamespace().equals(soap)) {
                return true;
            }
        }
        return false;
    }

    private static XdmNode first(XdmNode document) {
        XdmSequenceIterator<XdmNode> children = document.axisIterator(Axis.CHILD);
        XdmNode child = children.next();
        while (child.getNodeKind() != XdmNodeKind.ELEMENT) {
            child = children.next();
        }
        return child;
    }

    /** Refuses document types, and notices what Axiom refuses. */
    private static final class Watched extends StreamReaderDelegate {
        /** Saxon compares the namespaces in force at an element with all different ones before. */
        private static final int MOST_DECLARING = 10_000;

        private final NameBudget names;
        private int declaring;
        private boolean instructions;

        Watched(XMLStreamReader reader, NameBudget names) {
            super(reader);
            this.names = names;
        }

        @Override
        public int next() throws XMLStreamException {
            int event = super.next();
            if (event == XMLStreamConstants.DTD) {
                throw new XMLStreamException("document types are not accepted in messages", getLocation());
            }
            if (event == XMLStreamConstants.START_ELEMENT && !areBounded()) {
                throw new XMLStreamException("more names than Saxon is given", getLocation());
            }
            instructions |= event == XMLStreamConstants.PROCESSING_INSTRUCTION;
            return event;
        }

        private boolean areBounded() {
            boolean bounded = names.allows(orEmpty(getNamespaceURI()), getLocalName());
            for (int i = 0; i < getAttributeCount(); i++) {
                bounded &= names.allows(orEmpty(getAttributeNamespace(i)), getAttributeLocalName(i));
            }
            if (getNamespaceCount() > 0) {
                declaring++;
                bounded &= declaring <= MOST_DECLARING;
            }
            for (int i = 0; i < getNamespaceCount(); i++) {
                bounded &= NAMESPACES.allows(orEmpty(getNamespaceURI(i)), "");
            }
            return bounded;
        }

        private static String orEmpty(String text) {
            return text == null ? "" : text;
        }
    }
}
