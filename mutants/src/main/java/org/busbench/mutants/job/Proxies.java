package org.busbench.mutants.job;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.busbench.mutants.job.Transform.UnreadableException;

/** The three jobs as all systems under test do them. */
public final class Proxies {
    private Proxies() {}

    /**
     * The jobs, with the project's stylesheets and WSDLs.
     *
     * @param xslt the folder {@code xslt} of the project
     * @return virtualization, routing by content, transformation
     * @throws IOException when a file cannot be read
     */
    public static List<Proxy> of(Path xslt) throws IOException {
        Path wsdl = xslt.resolve("wsdl");
        return List.of(
                new Proxy(
                        "/services/VirtualizationProxy",
                        Files.readString(wsdl.resolve("StockQuoteProxy.wsdl")),
                        "http://127.0.0.1:8280/services/VirtualizationProxy",
                        message -> "A",
                        Transform.NONE,
                        Transform.NONE,
                        null),
                new Proxy("/services/CbrProxy", null, null, new SymbolRouter(), Transform.NONE, Transform.NONE, null),
                new Proxy(
                        "/services/XsltProxy",
                        Files.readString(wsdl.resolve("CheckPrice.wsdl")),
                        "http://127.0.0.1:8280/services/XsltProxy",
                        message -> "A",
                        new Stylesheet(xslt.resolve("request.xsl")),
                        new Stylesheet(xslt.resolve("response.xsl")),
                        "\"urn:getQuote\""));
    }

    /** Routes by the symbol of the first request: {@code IBM} to A, {@code MSFT} to B, everything else to C. */
    static final class SymbolRouter implements Router {
        private static final String SAMPLES = "http://services.samples";
        private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
        private static final List<String> PATH = List.of(
                name(SOAP, "Envelope"),
                name(SOAP, "Body"),
                name(SAMPLES, "getQuote"),
                name(SAMPLES, "request"),
                name(SAMPLES, "symbol"));

        private final XMLInputFactory factory = XMLInputFactory.newDefaultFactory();

        SymbolRouter() {
            factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
            factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
            factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        }

        @Override
        public String route(byte[] message) throws UnreadableException {
            try {
                return switch (firstSymbol(message)) {
                    case "IBM" -> "A";
                    case "MSFT" -> "B";
                    default -> "C";
                };
            } catch (XMLStreamException e) {
                throw new UnreadableException("the message is not XML: " + e.getMessage(), e);
            }
        }

        /** Empty where the first request has no symbol. */
        private String firstSymbol(byte[] message) throws XMLStreamException {
            XMLStreamReader xml = factory.createXMLStreamReader(new ByteArrayInputStream(message));
            Deque<String> open = new ArrayDeque<>();
            try {
                while (xml.hasNext()) {
                    int event = xml.next();
                    if (event == XMLStreamConstants.START_ELEMENT) {
                        open.addLast(name(xml.getNamespaceURI(), xml.getLocalName()));
                        if (List.copyOf(open).equals(PATH)) {
                            return xml.getElementText();
                        }
                    } else if (event == XMLStreamConstants.END_ELEMENT
                            && List.copyOf(open).equals(PATH.subList(0, 4))) {
                        return "";
                    } else if (event == XMLStreamConstants.END_ELEMENT) {
                        open.removeLast();
                    }
                }
            } finally {
                xml.close();
            }
            return "";
        }

        private static String name(String namespace, String localName) {
            return "{" + namespace + "}" + localName;
        }
    }
}
