package org.busbench.mediation.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.axis2.AxisFault;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.SessionContext;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.AxisServiceGroup;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.description.ParameterIncludeImpl;
import org.apache.axis2.description.TransportInDescription;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.engine.AxisEvent;
import org.apache.axis2.engine.AxisObserver;
import org.apache.axis2.transport.TransportListener;
import org.apache.synapse.transport.passthru.PassThroughConstants;

/**
 * Gives Axis2 the addresses of the proxies. It does not listen: messages come from the mediator's HTTP server through {@link EngineLane}. Axis2 makes it
 * from its class name in {@code axis2.xml}.
 */
public final class EngineListener implements TransportListener {

    private final Map<String, String> paths = new ConcurrentHashMap<>();
    private final Map<String, String> services = new ConcurrentHashMap<>();
    private String published;
    private String servicePath;

    /** Called by Axis2. */
    public EngineListener() {
        // Axis2 calls init next.
    }

    @Override
    public void init(ConfigurationContext context, TransportInDescription description) throws AxisFault {
        Parameter prefix = description.getParameter(PassThroughConstants.WSDL_EPR_PREFIX);
        published = prefix.getValue().toString();
        String path = context.getServiceContextPath();
        servicePath = path.startsWith("/") ? path : "/" + path;
        context.setProperty(PassThroughConstants.EPR_TO_SERVICE_NAME_MAP, services);
        context.getAxisConfiguration().addObservers(new Deployments());
    }

    @Override
    public void start() {
        // There is no socket.
    }

    @Override
    public void stop() {
        // There is no socket.
    }

    @Override
    public void destroy() {
        // There is no socket.
    }

    @Override
    public EndpointReference[] getEPRsForService(String serviceName, String ip) {
        String name = serviceName.replaceFirst("[/.].*", "");
        String suffix = serviceName.substring(name.length());
        String path = paths.get(name);
        String address = path == null ? published + servicePath + "/" + name + suffix : published + "/" + path + suffix;
        return new EndpointReference[] {new EndpointReference(address)};
    }

    @Override
    public SessionContext getSessionContext(MessageContext message) {
        return null;
    }

    /** Follows the services that come and go. */
    private final class Deployments extends ParameterIncludeImpl implements AxisObserver {
        private static final long serialVersionUID = 1L;

        /** Publishes a service that has a path of its own, outside the usual one. */
        @Override
        public void serviceUpdate(AxisEvent event, AxisService service) {
            Parameter path = service.getParameter(PassThroughConstants.SERVICE_URI_LOCATION);
            if (path == null || service.getName().startsWith("__")) {
                return;
            }
            String own = path.getValue().toString().replaceFirst("^/", "");
            boolean deployed =
                    event.getEventType() == AxisEvent.SERVICE_DEPLOY || event.getEventType() == AxisEvent.SERVICE_START;
            if (deployed) {
                paths.put(service.getName(), own);
                services.put(own, service.getName());
            } else {
                paths.remove(service.getName());
                services.remove(own);
            }
        }

        @Override
        public void init(AxisConfiguration configuration) {
            // Services that are deployed already are reported one by one.
        }

        @Override
        public void moduleUpdate(AxisEvent event, AxisModule module) {
            // Modules have no addresses.
        }

        @Override
        public void serviceGroupUpdate(AxisEvent event, AxisServiceGroup group) {
            // Its services are reported one by one.
        }
    }
}
