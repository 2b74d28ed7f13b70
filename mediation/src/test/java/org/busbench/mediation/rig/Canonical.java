package org.busbench.mediation.rig;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** XML by what it means: names by their namespaces, attributes in one order, no declarations, no prefixes, no difference between kinds of text. */
public final class Canonical {

    private Canonical() {}

    /** {@return the canonical form; text that is not XML as it is} */
    public static String of(String text) {
        if (!text.stripLeading().replace("\uFEFF", "").startsWith("<")) {
            return text;
        }
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
            factory.setCoalescing(true);
            var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            Document document = builder.parse(new InputSource(new StringReader(text.replaceFirst("^\uFEFF", ""))));
            StringWriter out = new StringWriter();
            write(document.getDocumentElement(), out);
            return out.toString();
        } catch (SAXException e) {
            return "not well-formed: " + text;
        } catch (IOException | ParserConfigurationException e) {
            throw new IllegalStateException("the JDK's own XML parser cannot be used", e);
        }
    }

    private static void write(Node node, StringWriter out) {
        if (node instanceof Element element) {
            out.append('<').append(name(element));
            NamedNodeMap attributes = element.getAttributes();
            List<String> sorted = new ArrayList<>();
            for (int i = 0; i < attributes.getLength(); i++) {
                Node attribute = attributes.item(i);
                if (!"http://www.w3.org/2000/xmlns/".equals(attribute.getNamespaceURI())) {
                    sorted.add(" " + name(attribute) + "='" + attribute.getNodeValue() + "'");
                }
            }
            Collections.sort(sorted);
            sorted.forEach(out::append);
            out.append('>');
            // An empty header says nothing (SOAP 1.1 section 4), and one side may write it.
            for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
                if (!("Header".equals(child.getLocalName()) && !child.hasChildNodes())) {
                    write(child, out);
                }
            }
            out.append("</>");
        } else if (node.getNodeType() == Node.TEXT_NODE) {
            out.append(node.getNodeValue());
        } else if (node.getNodeType() == Node.COMMENT_NODE) {
            out.append("<!--").append(node.getNodeValue()).append("-->");
        } else if (node.getNodeType() == Node.PROCESSING_INSTRUCTION_NODE) {
            out.append("<?")
                    .append(node.getNodeName())
                    .append(' ')
                    .append(node.getNodeValue())
                    .append("?>");
        }
    }

    private static String name(Node node) {
        String namespace = node.getNamespaceURI();
        return namespace == null ? node.getLocalName() : "{" + namespace + "}" + node.getLocalName();
    }
}
