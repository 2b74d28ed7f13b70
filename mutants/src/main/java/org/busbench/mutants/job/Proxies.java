package org.busbench.mutants.job;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.ErrorListener;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stax.StAXSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.busbench.mutants.job.Transform.UnreadableException;
import org.busbench.mutants.wire.Response;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/** The three jobs as all systems under test do them. */
public final class Proxies {
    private Proxies() {}

    /**
     * The jobs, with the project's stylesheets, WSDLs, schema and keys.
     *
     * @param xslt the folder {@code xslt} of the project
     * @return virtualization, routing by content, transformation, validation, signatures, keys, a limit
     */
    public static List<Proxy> of(Path xslt) throws IOException {
        Path wsdl = xslt.resolve("wsdl");
        Path scenarios = xslt.resolveSibling("configs/scenarios");
        List<String> keys = Files.readAllLines(scenarios.resolve("key/keys.txt"));
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
                        "\"urn:getQuote\""),
                new Proxy(
                        "/services/ValidationProxy",
                        new ValidMessages(scenarios.resolve("validation/payment.xsd")),
                        null,
                        "/validated"),
                new Proxy(
                                "/services/SecureProxy",
                                new SignedMessages(scenarios.resolve("ws-security/made/trusted.p12")),
                                null,
                                "/secured")
                        .with(Proxies::withoutSecurity, Transform.NONE),
                new Proxy("/services/KeyProxy", message -> "A", Set.copyOf(keys), "/keyed"),
                new Proxy("/services/LimitProxy", message -> "A", Set.copyOf(keys), "/limited")
                        .with(new KeyLimit(keys.get(keys.size() - 1), 100, 10)));
    }

    private static byte[] withoutSecurity(byte[] message) {
        return Response.changed(message, text -> text.replaceFirst("(?s)<wsse:Security.*</wsse:Security>", ""));
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

        private final XMLInputFactory factory = messageReaders();

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

    /** Routes to A what a schema allows, and takes everything else for unreadable. */
    private static final class ValidMessages implements Router {
        private final XMLInputFactory factory = messageReaders();
        private final Validator validator;

        ValidMessages(Path schema) throws IOException {
            try {
                SchemaFactory schemas = SchemaFactory.newDefaultInstance();
                schemas.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
                validator = schemas.newSchema(schema.toFile()).newValidator();
            } catch (SAXException e) {
                throw new IOException("the schema " + schema + " cannot be compiled: " + e.getMessage(), e);
            }
        }

        @Override
        public String route(byte[] message) throws UnreadableException {
            try {
                XMLStreamReader xml = factory.createXMLStreamReader(new ByteArrayInputStream(message));
                while (xml.next() != XMLStreamConstants.START_ELEMENT
                        || !xml.getLocalName().equals("Body")) {
                    if (!xml.hasNext()) {
                        throw new UnreadableException("the message has no body", null);
                    }
                }
                xml.nextTag();
                validator.validate(new StAXSource(xml));
                return "A";
            } catch (XMLStreamException | SAXException | IOException e) {
                throw new UnreadableException("the message is not valid: " + e.getMessage(), e);
            }
        }
    }

    private static XMLInputFactory messageReaders() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        return factory;
    }

    /** An XSLT stylesheet, compiled once, on the JDK's own engine. Messages with a DTD are refused. */
    private static final class Stylesheet implements Transform {
        private static final String NO_DOCTYPE = "http://apache.org/xml/features/disallow-doctype-decl";

        private final Templates templates;
        private final XMLReader reader;

        Stylesheet(Path file) throws IOException {
            TransformerFactory factory = TransformerFactory.newDefaultInstance();
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
            factory.setErrorListener(new Silent());
            try {
                factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
                templates = factory.newTemplates(new StreamSource(file.toFile()));
                SAXParserFactory parsers = SAXParserFactory.newDefaultNSInstance();
                parsers.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
                parsers.setFeature(NO_DOCTYPE, true);
                reader = parsers.newSAXParser().getXMLReader();
            } catch (TransformerException | ParserConfigurationException | SAXException e) {
                throw new IOException("the stylesheet " + file + " cannot be compiled: " + e.getMessage(), e);
            }
        }

        @Override
        public byte[] apply(byte[] message) throws UnreadableException {
            ByteArrayOutputStream out = new ByteArrayOutputStream(message.length + 256);
            try {
                Transformer transformer = templates.newTransformer();
                transformer.setErrorListener(new Silent());
                transformer.transform(
                        new SAXSource(reader, new InputSource(new ByteArrayInputStream(message))),
                        new StreamResult(out));
            } catch (TransformerException e) {
                throw new UnreadableException("the message cannot be transformed: " + e.getMessage(), e);
            }
            return out.toByteArray();
        }

        /** Keeps the console quiet: what is wrong is thrown. */
        private static final class Silent implements ErrorListener {
            @Override
            public void warning(TransformerException problem) {
                // The result stands all the same.
            }

            @Override
            public void error(TransformerException problem) throws TransformerException {
                throw problem;
            }

            @Override
            public void fatalError(TransformerException problem) throws TransformerException {
                throw problem;
            }
        }
    }
}
