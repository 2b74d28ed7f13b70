package spring;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.Serializer;
import net.sf.saxon.s9api.XQueryEvaluator;
import net.sf.saxon.s9api.XQueryExecutable;
import net.sf.saxon.s9api.XdmItem;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XdmValue;

/** Splits an order into a message for each line, and puts the answers together, by two queries of Saxon. */
final class OrderLines {
    private static final String SOAP = "declare namespace soapenv='http://schemas.xmlsoap.org/soap/envelope/';"
            + "declare namespace o='urn:busbench:order'; declare variable $messages external;";
    private static final String ENVELOPE =
            "<soapenv:Envelope xmlns:soapenv='http://schemas.xmlsoap.org/soap/envelope/'><soapenv:Body>{%s}</soapenv:Body></soapenv:Envelope>";

    private final Processor saxon = new Processor(false);
    private final XQueryExecutable split =
            compiled("for $line in $messages/soapenv:Envelope/soapenv:Body/o:Order/o:Line return " + ENVELOPE.formatted("$line"));
    private final XQueryExecutable join = compiled(ENVELOPE.formatted("$messages/soapenv:Envelope/soapenv:Body/*"));

    List<byte[]> of(byte[] order) {
        List<byte[]> lines = new ArrayList<>();
        for (XdmItem line : evaluated(split, List.of(order))) {
            lines.add(bytes(line));
        }
        return lines;
    }

    byte[] joined(List<byte[]> answers) {
        return bytes(evaluated(join, answers).itemAt(0));
    }

    private XQueryExecutable compiled(String query) {
        try {
            return saxon.newXQueryCompiler().compile(SOAP + query);
        } catch (SaxonApiException e) {
            throw new IllegalStateException(query, e);
        }
    }

    private XdmValue evaluated(XQueryExecutable query, List<byte[]> messages) {
        try {
            List<XdmNode> documents = new ArrayList<>();
            for (byte[] message : messages) {
                documents.add(saxon.newDocumentBuilder().build(new StreamSource(new ByteArrayInputStream(message))));
            }
            XQueryEvaluator evaluator = query.load();
            evaluator.setExternalVariable(new QName("messages"), new XdmValue(documents));
            return evaluator.evaluate();
        } catch (SaxonApiException e) {
            throw new IllegalArgumentException("the message cannot be read", e);
        }
    }

    private byte[] bytes(XdmItem message) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Serializer serializer = saxon.newSerializer(bytes);
        try {
            serializer.serializeXdmValue(message);
        } catch (SaxonApiException e) {
            throw new IllegalArgumentException("the message cannot be written", e);
        }
        return bytes.toByteArray();
    }
}
