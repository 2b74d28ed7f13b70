package org.busbench.mediation.axiom;

import java.io.ByteArrayInputStream;
import java.util.Map;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.log4j.Level;
import org.apache.log4j.LogManager;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.core.axis2.Axis2MessageContext;
import org.apache.synapse.util.xpath.SynapseXPath;

/** Stock Synapse's own classes, fed with a message: what they answer is right. */
final class Stock {
    static {
        // A library on the class path brings a configuration that logs every step.
        LogManager.getRootLogger().setLevel(Level.WARN);
    }

    private final Axis2MessageContext context;

    Stock(byte[] message) throws Exception {
        SOAPEnvelope envelope = OMXMLBuilderFactory.createSOAPModelBuilder(new ByteArrayInputStream(message), null)
                .getSOAPEnvelope();
        context = new Axis2MessageContext(
                new org.apache.axis2.context.MessageContext(), new SynapseConfiguration(), null);
        context.setEnvelope(envelope);
    }

    void property(String name, String value) {
        context.setProperty(name, value);
    }

    String string(String expression, Map<String, String> namespaces) throws Exception {
        return xpath(expression, namespaces).stringValueOf(context);
    }

    boolean bool(String expression, Map<String, String> namespaces) throws Exception {
        return xpath(expression, namespaces).booleanValueOf(context);
    }

    private static SynapseXPath xpath(String expression, Map<String, String> namespaces) throws Exception {
        SynapseXPath xpath = new SynapseXPath(expression);
        for (Map.Entry<String, String> each : namespaces.entrySet()) {
            xpath.addNamespace(each.getKey(), each.getValue());
        }
        return xpath;
    }
}
