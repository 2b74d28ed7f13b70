package org.busbench.harness.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Compares an answer with the expected one, and gives what is wrong a name: cut short, not transformed, wrong route,
 * somebody else's answer, or just another answer. What cannot be named more exactly is still wrong.
 */
final class FaultClassifier {
    private static final String XML = "text/xml";
    private static final String DECLARATION = "^\\x{FEFF}?\\s*<\\?xml[^>]*\\?>";

    private final HardenedXml xml = new HardenedXml();
    private final XmlComparison comparison = new XmlComparison();

    /** The fault in one line; empty when the answer says the same as the expected one, with its status. */
    Optional<String> of(QuoteJob job, int expectedStatus, byte[] expected, Answer answer) {
        if (answer.status() != expectedStatus) {
            return Optional.of(statusFault(job, expectedStatus, answer));
        }
        return of(job, expected, answer.body()).or(() -> typeFault(answer)).or(() -> charsetFault(expected, answer));
    }

    /**
     * RFC 7303, section 3: a charset in the Content-Type beats what the XML declares, so that a client which reads it sees
     * other letters where it is not the right one.
     */
    private Optional<String> charsetFault(byte[] expected, Answer answer) {
        String charset = answer.charset().orElse(UTF_8.name());
        if (charset.equalsIgnoreCase(UTF_8.name())) {
            return Optional.empty();
        }
        String fault = "the right answer, but not in the charset '" + charset + "' that its Content-Type states";
        try {
            String text = new String(answer.body(), Charset.forName(charset)).replaceFirst(DECLARATION, "");
            return comparison.difference(expected, text.getBytes(UTF_8)).map(difference -> fault + ": " + difference);
        } catch (IllegalArgumentException unknown) {
            return Optional.of(fault + ", which nobody knows");
        }
    }

    /** SOAP 1.1, section 6: an answer over HTTP is of the type text/xml; a client that reads the type refuses another. */
    private static Optional<String> typeFault(Answer answer) {
        String type = answer.mediaType();
        return type.equals(XML)
                ? Optional.empty()
                : Optional.of("the right answer, but as '" + type + "' instead of '" + XML + "'");
    }

    /** The fault of a body alone. */
    Optional<String> of(QuoteJob job, byte[] expected, byte[] actual) {
        return comparison.difference(expected, actual).map(difference -> named(job, expected, actual, difference));
    }

    private static String statusFault(QuoteJob job, int expectedStatus, Answer answer) {
        String status = "status " + answer.status() + " instead of " + expectedStatus;
        if (expectedStatus >= 400 && answer.status() < 400) {
            return "a fault answered with " + status;
        }
        String text = new String(answer.body(), UTF_8);
        if (job.transform().isPresent() && text.contains(job.requestFormat().call())) {
            return "not transformed: the backend refused " + job.requestFormat().call() + " (" + status + ")";
        }
        return status;
    }

    private String named(QuoteJob job, byte[] expected, byte[] actual, String difference) {
        if (actual.length == 0) {
            return "an empty answer";
        }
        Document wanted = xml.parseExpected(expected);
        Document got;
        try {
            got = xml.parse(actual);
        } catch (SAXException e) {
            boolean shorter = actual.length < expected.length;
            return (shorter ? "cut short: " + actual.length + " bytes, and " : "another answer than expected: ")
                    + difference;
        }
        String another = "another answer than expected: " + difference;
        return name(job, wanted, got)
                .map(name -> name + ": " + another)
                .or(() -> routeFault(wanted, got))
                .orElse(another);
    }

    private static Optional<String> name(QuoteJob job, Document wanted, Document got) {
        if (job.transform().isPresent() && isAbout(got, "getQuoteResponse")) {
            return Optional.of("not transformed");
        }
        if (isAbout(got, "getQuote") || isAbout(got, job.requestFormat().call())) {
            return Optional.of("the request sent back");
        }
        if (!texts(wanted, "ref").isEmpty()
                && !texts(got, "ref").isEmpty()
                && !texts(wanted, "ref").equals(texts(got, "ref"))) {
            return Optional.of("somebody else's answer");
        }
        return Optional.empty();
    }

    private static Optional<String> routeFault(Document wanted, Document got) {
        List<String> due = texts(wanted, "servedBy");
        List<String> by = texts(got, "servedBy");
        return by.isEmpty() || by.equals(due)
                ? Optional.empty()
                : Optional.of(
                        "wrong route: it went to " + String.join(", ", by) + " instead of " + String.join(", ", due));
    }

    private static boolean isAbout(Document document, String localName) {
        return document.getElementsByTagNameNS("*", localName).getLength() > 0;
    }

    /** The texts of all elements of that name, begun with a capital or not; those of blanks alone name no one. */
    private static List<String> texts(Document document, String localName) {
        List<String> texts = new ArrayList<>();
        String capital = Character.toUpperCase(localName.charAt(0)) + localName.substring(1);
        for (String name : List.of(localName, capital)) {
            NodeList found = document.getElementsByTagNameNS("*", name);
            for (int i = 0; i < found.getLength(); i++) {
                String text = found.item(i).getTextContent();
                if (!text.isBlank()) {
                    texts.add(text);
                }
            }
        }
        return texts;
    }
}
