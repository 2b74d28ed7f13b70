package org.busbench.harness.verify;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Whether a proxy publishes a WSDL of its own: every SOAP address in it must lead back to the proxy. Only port and path
 * are compared, since a server may name itself by any of the machine's host names.
 */
final class WsdlCheck {

    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    private static final List<String> ADDRESS_NAMESPACES = List.of(
            "http://schemas.xmlsoap.org/wsdl/soap/",
            "http://schemas.xmlsoap.org/wsdl/soap12/",
            "http://schemas.xmlsoap.org/wsdl/http/");

    private final HardenedXml xml = new HardenedXml();

    /** The fault of the answer to {@code ?wsdl}; empty when it describes that call, at this proxy. */
    Optional<String> fault(URI proxy, String call, Answer answer) {
        if (answer.status() != 200) {
            return Optional.of("?wsdl was answered with status " + answer.status());
        }
        Document document;
        try {
            document = xml.parse(answer.body());
        } catch (SAXException e) {
            return Optional.of("?wsdl was not answered with XML: " + e.getMessage());
        }
        Element root = document.getDocumentElement();
        if (!WSDL.equals(root.getNamespaceURI()) || !"definitions".equals(root.getLocalName())) {
            return Optional.of("?wsdl was answered with <" + root.getNodeName() + ">, which is no WSDL 1.1");
        }
        List<String> addresses = addresses(document);
        if (addresses.isEmpty()) {
            return Optional.of("the published WSDL has no address");
        }
        return addresses.stream()
                .filter(address -> !leadsTo(proxy, address))
                .findFirst()
                .map(address -> "the published WSDL leads to " + address + " and not to the proxy at " + proxy)
                .or(() -> describes(document, call)
                        ? Optional.empty()
                        : Optional.of("the published WSDL knows no message of " + call));
    }

    /** A WSDL in several parts may have its messages in another one, which is not looked at. */
    private static boolean describes(Document document, String call) {
        if (document.getElementsByTagNameNS(WSDL, "import").getLength() > 0) {
            return true;
        }
        NodeList parts = document.getElementsByTagNameNS(WSDL, "part");
        for (int i = 0; i < parts.getLength(); i++) {
            String element = ((Element) parts.item(i)).getAttribute("element");
            if (element.substring(element.indexOf(':') + 1).equals(call)) {
                return true;
            }
        }
        return false;
    }

    private static List<String> addresses(Document document) {
        List<String> locations = new ArrayList<>();
        for (String namespace : ADDRESS_NAMESPACES) {
            NodeList found = document.getElementsByTagNameNS(namespace, "address");
            for (int i = 0; i < found.getLength(); i++) {
                locations.add(((Element) found.item(i)).getAttribute("location"));
            }
        }
        return locations;
    }

    private static int port(URI url) {
        return url.getPort() >= 0 ? url.getPort() : "https".equalsIgnoreCase(url.getScheme()) ? 443 : 80;
    }

    /** A server may publish one address per port of the service: {@code /services/Proxy.SomePort}. */
    private static boolean leadsTo(URI proxy, String address) {
        try {
            URI location = new URI(address);
            String path = location.getPath();
            return port(location) == port(proxy)
                    && path != null
                    && (path.equals(proxy.getPath())
                            || path.startsWith(proxy.getPath() + ".")
                            || path.startsWith(proxy.getPath() + "/"));
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
