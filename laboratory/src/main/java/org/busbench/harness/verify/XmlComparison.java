package org.busbench.harness.verify;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Consumer;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;
import org.xmlunit.builder.DiffBuilder;
import org.xmlunit.diff.Comparison;
import org.xmlunit.diff.ComparisonType;
import org.xmlunit.diff.DefaultNodeMatcher;
import org.xmlunit.diff.Difference;
import org.xmlunit.diff.DifferenceEvaluators;
import org.xmlunit.diff.ElementSelectors;

/**
 * Whether two documents say the same: elements, attributes, text and their order. Free are only the things that a
 * re-serialised document may change without changing its meaning: prefixes, CDATA or escaped text, the XML declaration. For one
 * thread.
 */
public final class XmlComparison {

    private final HardenedXml xml = new HardenedXml();

    /**
     * Compares two documents.
     *
     * @param actual any bytes
     * @return the first difference in words; empty when both say the same
     */
    public Optional<String> difference(byte[] expected, byte[] actual) {
        return difference(expected, actual, true);
    }

    /**
     * Compares two documents.
     *
     * @param actual any bytes
     * @param ordered whether the order of elements counts; without it those with the same name and attributes are compared
     * @return the first difference in words; empty when both say the same
     */
    public Optional<String> difference(byte[] expected, byte[] actual, boolean ordered) {
        return difference(expected, actual, document -> {}, ordered);
    }

    /**
     * Compares two SOAP messages. Free are, beside what is free in any document, comments, blanks between elements, and
     * whether a header in which nothing stands is there.
     *
     * @param actual any bytes
     * @return the first difference in words; empty when both say the same
     */
    public Optional<String> differenceOfMessages(byte[] expected, byte[] actual) {
        return difference(expected, actual, MessageForm::simplify, true);
    }

    /** Whether both are documents, and say the same. */
    public boolean areSame(byte[] one, byte[] other) {
        try {
            xml.parse(one);
        } catch (SAXException notXml) {
            return false;
        }
        return difference(one, other).isEmpty();
    }

    private Optional<String> difference(
            byte[] expected, byte[] actual, Consumer<Document> simplification, boolean ordered) {
        if (Arrays.equals(expected, actual)) {
            return Optional.empty();
        }
        Document wanted = xml.parseExpected(expected);
        Document got;
        try {
            got = xml.parse(actual);
        } catch (SAXException e) {
            return Optional.of("it is not well-formed XML: " + firstLine(e.getMessage()));
        }
        simplification.accept(wanted);
        simplification.accept(got);
        if (wanted.isEqualNode(got)) {
            return Optional.empty();
        }
        DiffBuilder comparison = DiffBuilder.compare(wanted).withTest(got).checkForSimilar();
        comparison = ordered
                ? comparison.withDifferenceEvaluator(DifferenceEvaluators.chain(
                        DifferenceEvaluators.Default,
                        DifferenceEvaluators.upgradeDifferencesToDifferent(ComparisonType.CHILD_NODELIST_SEQUENCE)))
                : comparison.withNodeMatcher(new DefaultNodeMatcher(ElementSelectors.byNameAndAllAttributes));
        Iterator<Difference> differences = comparison.build().getDifferences().iterator();
        return differences.hasNext() ? Optional.of(inWords(differences.next().getComparison())) : Optional.empty();
    }

    /** With the place instead of both documents, which are kept as files where they are of use. */
    private static String inWords(Comparison comparison) {
        return firstLine(comparison.toString()).replaceFirst(" - comparing .* at (/\\S*) to .*", " at $1");
    }

    private static String firstLine(String text) {
        return text == null ? "no detail" : text.lines().findFirst().orElse("no detail");
    }

    /** Leaves out of a SOAP message what means nothing: comments, blanks between elements, a header in which nothing stands. */
    private static final class MessageForm {
        private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";

        private static final String HEADER = "Header";

        private MessageForm() {}

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
}
