package org.busbench.reports.export;

import java.io.StringWriter;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** A test suite as JUnit XML, which CI servers show. Characters that XML 1.0 cannot hold are written as U+FFFD. */
final class JunitXml {

    private JunitXml() {}

    /** What became of a test case. */
    enum Result {
        PASSED,
        FAILED,
        SKIPPED
    }

    /** A test case; the message says why it did not pass. */
    record Case(String classname, String name, Result result, String message) {}

    static String of(String suite, List<Case> cases) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", clean(suite));
            xml.writeAttribute("tests", Integer.toString(cases.size()));
            xml.writeAttribute("failures", count(cases, Result.FAILED));
            xml.writeAttribute("errors", "0");
            xml.writeAttribute("skipped", count(cases, Result.SKIPPED));
            for (Case one : cases) {
                write(xml, one);
            }
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("test cases cannot be written as XML", e);
        }
        return text.append('\n').toString();
    }

    private static void write(XMLStreamWriter xml, Case one) throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", clean(one.classname()));
        xml.writeAttribute("name", clean(one.name()));
        if (one.result() != Result.PASSED) {
            xml.writeEmptyElement(one.result() == Result.FAILED ? "failure" : "skipped");
            xml.writeAttribute("message", clean(one.message()));
        }
        xml.writeEndElement();
    }

    private static String count(List<Case> cases, Result result) {
        return Long.toString(
                cases.stream().filter(one -> one.result() == result).count());
    }

    private static String clean(String text) {
        return text.replaceAll("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "\uFFFD");
    }
}
