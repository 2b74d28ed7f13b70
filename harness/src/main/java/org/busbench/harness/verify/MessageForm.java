package org.busbench.harness.verify;

import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Leaves out of a SOAP message what means nothing: comments, blanks between elements, a header in which nothing stands. */
final class MessageForm {
    private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";

    private static final String HEADER = "Header";

    private MessageForm() {}

    /** Changes the document. */
    static void simplify(Document message) {
        simplify((Node) message);
        Node header = message.getElementsByTagNameNS(SOAP, HEADER).item(0);
        if (header != null && !header.hasChildNodes()) {
            header.getParentNode().removeChild(header);
        }
    }

    private static void simplify(Node parent) {
        boolean holdsElements = holdsElements(parent);
        Node next;
        for (Node child = parent.getFirstChild(); child != null; child = next) {
            next = child.getNextSibling();
            boolean blank = child.getNodeType() == Node.TEXT_NODE
                    && child.getNodeValue().isBlank();
            if (child.getNodeType() == Node.COMMENT_NODE || (blank && holdsElements)) {
                parent.removeChild(child);
            } else {
                simplify(child);
            }
        }
        parent.normalize();
    }

    /** Has no other text than blanks, whether a block is in it or not. */
    private static boolean isHeader(Node node) {
        return SOAP.equals(node.getNamespaceURI()) && HEADER.equals(node.getLocalName());
    }

    private static boolean holdsElements(Node parent) {
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element) {
                return true;
            }
        }
        return isHeader(parent);
    }
}
