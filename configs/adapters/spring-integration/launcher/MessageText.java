package spring;

import java.io.ByteArrayInputStream;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XPathCompiler;
import net.sf.saxon.s9api.XPathExecutable;
import net.sf.saxon.s9api.XPathSelector;
import net.sf.saxon.s9api.XdmItem;

/** The text at a place of a message, by Saxon's XPath over Saxon's own tree. */
final class MessageText {
    private final Processor saxon = new Processor(false);
    private final XPathExecutable path;

    MessageText(String place) {
        XPathCompiler compiler = saxon.newXPathCompiler();
        compiler.declareNamespace("soapenv", "http://schemas.xmlsoap.org/soap/envelope/");
        compiler.declareNamespace("m", "http://services.samples");
        compiler.declareNamespace("p", "urn:busbench:payment");
        compiler.declareNamespace("r", "urn:busbench:register");
        try {
            path = compiler.compile(place);
        } catch (SaxonApiException e) {
            throw new IllegalStateException(place, e);
        }
    }

    String of(byte[] message) {
        try {
            XPathSelector selector = path.load();
            selector.setContextItem(saxon.newDocumentBuilder()
                    .build(new StreamSource(new ByteArrayInputStream(message))));
            XdmItem found = selector.evaluateSingle();
            return found == null ? "" : found.getStringValue();
        } catch (SaxonApiException e) {
            throw new IllegalArgumentException("the message cannot be read", e);
        }
    }
}
