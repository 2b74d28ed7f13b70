package org.busbench.mediation.engine;

import java.util.Iterator;
import org.apache.axiom.om.OMElement;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.config.xml.ProxyServiceSerializer;
import org.apache.synapse.core.axis2.ProxyService;

/**
 * What clients and Axis2 see of a proxy: all but what it does with a message.
 *
 * @param declaration the proxy's element without its target
 * @param wsdl the WSDL that it publishes
 */
record Face(String declaration, String wsdl) {

    static Face of(ProxyService proxy, SynapseConfiguration configuration) {
        OMElement element = ProxyServiceSerializer.serializeProxy(null, proxy);
        for (Iterator<?> all = element.getChildElements(); all.hasNext(); ) {
            if (((OMElement) all.next()).getLocalName().equals("target")) {
                all.remove();
            }
        }
        String key = proxy.getWSDLKey();
        String wsdl = key == null ? "" : String.valueOf(configuration.getEntry(key));
        // What lies behind a URI or a policy's key may have changed without a word here.
        boolean unknown = proxy.getWsdlURI() != null || !proxy.getPolicies().isEmpty();
        return new Face(element.toString(), unknown ? new Object().toString() : wsdl);
    }
}
