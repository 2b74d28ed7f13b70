package org.busbench.reports.export;

import java.io.StringWriter;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.busbench.reports.analysis.Comparison;
import org.busbench.reports.compare.Threshold.Judgement;
import org.busbench.reports.compare.Threshold.State;

/**
 * Thresholds as JUnit XML, which CI servers show: a test suite for all, a test case for each threshold and cell. What the
 * runs cannot tell is {@code skipped}, not passed. Characters that XML 1.0 cannot hold are written as U+FFFD.
 */
public final class ThresholdsJunit {

    private ThresholdsJunit() {}

    /**
     * Writes judgements.
     *
     * @param judgements in the order of the test cases
     * @return an XML document
     */
    public static String of(List<Judgement> judgements) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", "busbench compare");
            xml.writeAttribute("tests", Integer.toString(judgements.size()));
            xml.writeAttribute("failures", count(judgements, State.BREACHED));
            xml.writeAttribute("errors", "0");
            xml.writeAttribute("skipped", count(judgements, State.UNDECIDED));
            for (Judgement judgement : judgements) {
                testCase(xml, judgement);
            }
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("judgements cannot be written as XML", e);
        }
        return text.append('\n').toString();
    }

    private static String count(List<Judgement> judgements, State state) {
        return Long.toString(judgements.stream()
                .filter(judgement -> judgement.state() == state)
                .count());
    }

    private static void testCase(XMLStreamWriter xml, Judgement judgement) throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", "busbench." + clean(judgement.adapter()));
        xml.writeAttribute("name", clean(judgement.threshold().text()) + ": " + place(judgement.comparison()));
        if (judgement.state() != State.HELD) {
            xml.writeEmptyElement(judgement.state() == State.BREACHED ? "failure" : "skipped");
            xml.writeAttribute("message", clean(judgement.sentence()));
        }
        xml.writeEndElement();
    }

    private static String place(Comparison comparison) {
        return clean(comparison.scenario() + " " + comparison.payload()) + " " + comparison.level();
    }

    private static String clean(String text) {
        return text.replaceAll("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "\uFFFD");
    }
}
