package org.busbench.mediation.compile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMException;
import org.apache.synapse.SynapseException;
import org.apache.synapse.config.Entry;
import org.apache.synapse.config.SynapseConfigUtils;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.core.axis2.ProxyService;

/**
 * The SOAP actions by which Axis2 certainly finds an operation of a proxy that publishes a WSDL. There are none in a WSDL of which Axis2 could take another part
 * than this class: with several services, or with SOAP bindings of several port types.
 */
final class WsdlActions {

    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    private static final List<String> SOAP =
            List.of("http://schemas.xmlsoap.org/wsdl/soap/", "http://schemas.xmlsoap.org/wsdl/soap12/");

    private WsdlActions() {}

    /** Returns null for a proxy without a WSDL, which takes any message. A WSDL that cannot be read has no actions: the engine, which gets the messages, says why. */
    static Set<String> of(ProxyService proxy, SynapseConfiguration configuration) {
        if (proxy.getWSDLKey() == null && proxy.getWsdlURI() == null && proxy.getInLineWSDL() == null) {
            return null;
        }
        try {
            return wsdl(proxy, configuration) instanceof OMElement definitions ? actions(definitions) : Set.of();
        } catch (IOException | OMException | SynapseException e) {
            return Set.of();
        }
    }

    private static Object wsdl(ProxyService proxy, SynapseConfiguration configuration) throws IOException {
        if (proxy.getWSDLKey() != null) {
            Entry entry = configuration.getEntryDefinition(proxy.getWSDLKey());
            return entry == null || entry.isDynamic() ? null : configuration.getEntry(proxy.getWSDLKey());
        }
        return proxy.getInLineWSDL() != null
                ? proxy.getInLineWSDL()
                : SynapseConfigUtils.getOMElementFromURL(
                        proxy.getWsdlURI().toString(), configuration.getProperty("synapse.home"));
    }

    private static Set<String> actions(OMElement definitions) {
        List<OMElement> services = children(definitions, WSDL, "service");
        Set<String> bound = new HashSet<>();
        services.forEach(service -> children(service, WSDL, "port").forEach(port -> bound.add(local(port, "binding"))));
        Set<String> portTypes = new HashSet<>();
        Map<String, Set<String>> operations = new HashMap<>();
        for (OMElement binding : children(definitions, WSDL, "binding")) {
            boolean soap = SOAP.stream()
                    .anyMatch(version -> !children(binding, version, "binding").isEmpty());
            if (soap && bound.contains(binding.getAttributeValue(new QName("name")))) {
                portTypes.add(local(binding, "type"));
                children(binding, WSDL, "operation").forEach(operation -> collect(operation, operations));
            }
        }
        if (services.size() != 1 || portTypes.size() != 1) {
            return Set.of();
        }
        operations.values().removeIf(names -> names.size() > 1);
        return Set.copyOf(operations.keySet());
    }

    /** Adds the operation to those of its action. */
    private static void collect(OMElement operation, Map<String, Set<String>> operations) {
        for (String version : SOAP) {
            for (OMElement soap : children(operation, version, "operation")) {
                String action = soap.getAttributeValue(new QName("soapAction"));
                if (action != null && !action.isEmpty()) {
                    operations
                            .computeIfAbsent(action, none -> new HashSet<>())
                            .add(operation.getAttributeValue(new QName("name")));
                }
            }
        }
    }

    private static List<OMElement> children(OMElement parent, String namespace, String name) {
        List<OMElement> all = new ArrayList<>();
        Iterator<?> found = parent.getChildrenWithName(new QName(namespace, name));
        found.forEachRemaining(child -> all.add((OMElement) child));
        return all;
    }

    /** The local part of a qualified name. */
    private static String local(OMElement element, String attribute) {
        String name = String.valueOf(element.getAttributeValue(new QName(attribute)));
        return name.substring(name.indexOf(':') + 1);
    }
}
