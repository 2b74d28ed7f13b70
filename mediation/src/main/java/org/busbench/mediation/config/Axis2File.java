package org.busbench.mediation.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * What an {@code axis2.xml} of Synapse says about HTTP and HTTPS: addresses, key stores, trust stores. Everything else in it configures
 * Synapse's own transports and is not looked at.
 */
public final class Axis2File {
    private static final Set<String> SOAP =
            Set.of("org.apache.axis2.builder.SOAPBuilder", "org.apache.axis2.transport.http.SOAPMessageFormatter");

    /** What stands here for classes of Axis2 that read and write JSON by the same rules. */
    private static final Map<String, String> OF_JSON = Map.of(
            "org.apache.axis2.json.JSONOMBuilder", "org.busbench.mediation.engine.JsonBuilder",
            "org.apache.axis2.json.JSONMessageFormatter", "org.busbench.mediation.engine.JsonFormatter");

    private final Path file;
    private final Path home;
    private final Document document;

    /**
     * Reads it.
     *
     * @param file the {@code axis2.xml}
     * @param home Synapse's home, from which it names its stores
     * @throws BadConfigException when it cannot be read or is no XML
     */
    public Axis2File(Path file, Path home) throws BadConfigException {
        this.file = file;
        this.home = home;
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            document = builder.parse(file.toFile());
        } catch (SAXException | IOException e) {
            throw new BadConfigException(file + ": cannot be read: " + e.getMessage(), e);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the JDK's own XML parser refuses to be hardened", e);
        }
    }

    /**
     * A class of Axis2 that reads or writes messages of a content type.
     *
     * @param element its name in the file: {@code messageBuilder} or {@code messageFormatter}
     */
    public record Processor(String element, String contentType, String className) {

        /** {@return whether its class is on the class path} */
        public boolean isThere() {
            try {
                return Class.forName(className, false, Processor.class.getClassLoader()) != null;
            } catch (ClassNotFoundException | LinkageError e) {
                return false;
            }
        }

        /** {@return whether it takes SOAP from Axis2's own classes, as whose equal the fast lane reads and writes it} */
        public boolean changesSoap() {
            boolean soap = contentType.equals("text/xml") || contentType.equals("application/soap+xml");
            return soap && !SOAP.contains(className);
        }
    }

    /** {@return the builders and formatters of messages, in the order of the file} */
    public List<Processor> processors() {
        List<Processor> all = new ArrayList<>();
        for (String element : List.of("messageBuilder", "messageFormatter")) {
            NodeList found = document.getElementsByTagName(element);
            for (int i = 0; i < found.getLength(); i++) {
                Element one = (Element) found.item(i);
                String named = one.getAttribute("class");
                all.add(new Processor(element, one.getAttribute("contentType"), OF_JSON.getOrDefault(named, named)));
            }
        }
        return all;
    }

    /**
     * {@return where clients reach the mediator by plain HTTP, or null when it does not say}
     *
     * @throws BadConfigException when what it says is no address
     */
    public ListenAddress http() throws BadConfigException {
        return address("http");
    }

    /**
     * {@return what it says of HTTPS}
     *
     * @throws BadConfigException when something in it cannot be kept
     */
    public TlsSettings tls() throws BadConfigException {
        Element receiver = transport("transportReceiver", "https");
        Element sender = transport("transportSender", "https");
        String verifier = text(parameter(sender, "HostnameVerifier"));
        if ("AllowAll".equals(verifier)) {
            throw new BadConfigException(file + ": HostnameVerifier AllowAll is not served: the name of a backend is"
                    + " always held against its certificate; take the parameter out");
        }
        try {
            return new TlsSettings(
                    address("https"),
                    store(receiver, "keystore", "KeyStore"),
                    store(receiver, "truststore", "TrustStore"),
                    "require".equals(text(parameter(receiver, "SSLVerifyClient"))),
                    store(sender, "keystore", "KeyStore"),
                    store(sender, "truststore", "TrustStore"));
        } catch (IllegalArgumentException e) {
            throw new BadConfigException(file + ": " + e.getMessage(), e);
        }
    }

    private ListenAddress address(String name) throws BadConfigException {
        Element receiver = transport("transportReceiver", name);
        String port = text(parameter(receiver, "port"));
        if (port == null) {
            return null;
        }
        String host = text(parameter(receiver, "bind-address"));
        try {
            return new ListenAddress(host == null ? "127.0.0.1" : host, Integer.parseInt(port));
        } catch (IllegalArgumentException e) {
            throw new BadConfigException(file + ": transportReceiver " + name + ": " + e.getMessage(), e);
        }
    }

    private TlsSettings.Store store(Element transport, String parameter, String element) {
        Element store = child(parameter(transport, parameter), element);
        String location = text(child(store, "Location"));
        if (location == null) {
            return null;
        }
        String password = text(child(store, "Password"));
        String keyPassword = text(child(store, "KeyPassword"));
        return new TlsSettings.Store(
                home.resolve(location),
                password == null ? null : password.toCharArray(),
                keyPassword == null ? null : keyPassword.toCharArray());
    }

    private Element transport(String kind, String name) {
        NodeList all = document.getElementsByTagName(kind);
        for (int i = 0; i < all.getLength(); i++) {
            Element transport = (Element) all.item(i);
            if (transport.getAttribute("name").equals(name)) {
                return transport;
            }
        }
        return null;
    }

    private static Element parameter(Element transport, String name) {
        NodeList all = transport == null ? null : transport.getElementsByTagName("parameter");
        for (int i = 0; all != null && i < all.getLength(); i++) {
            Element parameter = (Element) all.item(i);
            if (parameter.getAttribute("name").equals(name)) {
                return parameter;
            }
        }
        return null;
    }

    private static Element child(Element parent, String name) {
        return parent == null
                ? null
                : (Element) parent.getElementsByTagName(name).item(0);
    }

    private static String text(Element element) {
        return element == null ? null : element.getTextContent().strip();
    }
}
