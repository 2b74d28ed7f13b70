package org.busbench.mediation.engine;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.TransportInDescription;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.synapse.Mediator;
import org.apache.synapse.ServerContextInformation;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.SynapseException;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.config.xml.MediatorSerializer;
import org.apache.synapse.config.xml.MediatorSerializerFinder;
import org.apache.synapse.config.xml.ProxyServiceSerializer;
import org.apache.synapse.core.axis2.MessageContextCreatorForAxis2;
import org.apache.synapse.core.axis2.ProxyService;
import org.busbench.mediation.config.BadConfigException;
import org.busbench.mediation.config.SynapseHome;

/**
 * Replaces the configuration while the engine runs. A message keeps the configuration with which it began, since its context holds it. A proxy whose
 * public interface stays the same is replaced by one assignment for each operation, so that no request finds it missing.
 *
 * <p>Tasks, event sources, message stores, message processors and executors begin and end with the engine. A configuration that has any of them is read only
 * at a start.
 *
 * <p>For one thread at a time.
 */
record ConfigurationReload(ConfigurationContext axis, ServerContextInformation server, SynapseHome home) {

    static {
        // Synapse writes a proxy with its target, and cannot write mediators that are not its own. The target does not
        // count, so nothing stands for them.
        MediatorSerializer nothing = new MediatorSerializer() {
            @Override
            public OMElement serializeMediator(OMElement parent, Mediator mediator) {
                return parent;
            }

            @Override
            public String getMediatorClassName() {
                return Mediator.class.getName();
            }
        };
        for (Class<? extends Mediator> own : List.of(Callout.class, Send.class, Throttle.class)) {
            MediatorSerializerFinder.getInstance().getSerializerMap().put(own.getName(), nothing);
        }
    }

    /** Serves another configuration from now on. When it throws, nothing has changed. */
    void replace(SynapseConfiguration current, SynapseConfiguration next) throws BadConfigException {
        requireOnlyMessages(current, "the one that runs");
        requireOnlyMessages(next, home.configFolder().toString());
        next.setAxisConfiguration(axis.getAxisConfiguration());
        PreparedController.addServer(next, server.getServerConfigurationInformation());
        Map<String, AxisService> services = build(next);
        SparingEnvironment environment = new SparingEnvironment(axis, next, server);
        try {
            next.init(environment);
        } catch (SynapseException | LinkageError e) {
            throw new BadConfigException(home.configFolder() + ": Synapse refuses it: " + MissingLibrary.refusal(e), e);
        }
        MessageContextCreatorForAxis2.setSynConfig(next);
        axis.getAxisConfiguration()
                .getParameter(SynapseConstants.SYNAPSE_CONFIG)
                .setValue(next);
        environment.serve();
        try {
            for (ProxyService proxy : next.getProxyServices()) {
                place(proxy, services.get(proxy.getName()), current, next);
            }
            for (ProxyService proxy : current.getProxyServices()) {
                if (next.getProxyService(proxy.getName()) == null) {
                    axis.getAxisConfiguration().removeService(proxy.getName());
                }
            }
        } catch (AxisFault e) {
            throw new IllegalStateException(
                    "the engine holds some proxies of the new configuration only: restart it", e);
        }
    }

    /** Builds every service away from the engine, so that a fault is found before anything changes. */
    private Map<String, AxisService> build(SynapseConfiguration next) throws BadConfigException {
        AxisConfiguration aside = new AxisConfiguration();
        Map<String, AxisService> services = new HashMap<>();
        for (ProxyService proxy : next.getProxyServices()) {
            try {
                for (TransportInDescription transport :
                        axis.getAxisConfiguration().getTransportsIn().values()) {
                    aside.addTransportIn(transport);
                }
                AxisService service = proxy.buildAxisService(next, aside);
                if (service == null) {
                    throw new BadConfigException(home.configFolder() + ": the proxy '" + proxy.getName()
                            + "' cannot be served; see its WSDL");
                }
                services.put(proxy.getName(), service);
            } catch (SynapseException | AxisFault | LinkageError e) {
                throw new BadConfigException(
                        home.configFolder() + ": the proxy '" + proxy.getName() + "': " + MissingLibrary.refusal(e), e);
            }
        }
        return services;
    }

    private void place(ProxyService proxy, AxisService built, SynapseConfiguration current, SynapseConfiguration next)
            throws AxisFault {
        AxisConfiguration engine = axis.getAxisConfiguration();
        AxisService running = engine.getService(proxy.getName());
        ProxyService before = current.getProxyService(proxy.getName());
        if (running != null
                && before != null
                && PublicInterface.of(before, current).equals(PublicInterface.of(proxy, next))) {
            for (Iterator<AxisOperation> all = built.getOperations(); all.hasNext(); ) {
                AxisOperation operation = all.next();
                running.getOperation(operation.getName()).setMessageReceiver(operation.getMessageReceiver());
            }
        } else {
            if (running != null) {
                engine.removeService(proxy.getName());
            }
            proxy.buildAxisService(next, engine);
        }
        if (proxy.isStartOnLoad()) {
            proxy.start(next);
        } else {
            proxy.stop(next);
        }
    }

    /** Refuses a configuration that must be there when the engine starts. */
    static void requireOnlyMessages(SynapseConfiguration configuration, String which) throws BadConfigException {
        if (holdsMoreThanMessages(configuration)) {
            throw new BadConfigException("a configuration with tasks, event sources, message stores or processors,"
                    + " executors or imports is read only at a start, and so it is with " + which
                    + ": restart the mediator");
        }
    }

    /** Whether something in it begins with the engine and not with a message. */
    static boolean holdsMoreThanMessages(SynapseConfiguration configuration) {
        return !configuration.getStartups().isEmpty()
                || !configuration.getEventSources().isEmpty()
                || !configuration.getMessageStores().isEmpty()
                || !configuration.getMessageProcessors().isEmpty()
                || !configuration.getPriorityExecutors().isEmpty()
                || !configuration.getSynapseImports().isEmpty();
    }

    /**
     * What clients and Axis2 see of a proxy: everything but its mediation.
     *
     * @param declaration the proxy's element without its target
     */
    private record PublicInterface(String declaration, String wsdl) {

        static PublicInterface of(ProxyService proxy, SynapseConfiguration configuration) {
            OMElement element = ProxyServiceSerializer.serializeProxy(null, proxy);
            for (Iterator<?> all = element.getChildElements(); all.hasNext(); ) {
                if (((OMElement) all.next()).getLocalName().equals("target")) {
                    all.remove();
                }
            }
            String key = proxy.getWSDLKey();
            String wsdl = key == null ? "" : String.valueOf(configuration.getEntry(key));
            // The document at a URI or a policy's key may have changed though the configuration has not.
            boolean external =
                    proxy.getWsdlURI() != null || !proxy.getPolicies().isEmpty();
            return new PublicInterface(element.toString(), external ? new Object().toString() : wsdl);
        }
    }
}
