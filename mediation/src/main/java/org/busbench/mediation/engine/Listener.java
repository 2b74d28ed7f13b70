package org.busbench.mediation.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.axis2.AxisFault;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.SessionContext;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.description.TransportInDescription;
import org.apache.axis2.engine.AxisEvent;
import org.apache.axis2.transport.TransportListener;
import org.apache.synapse.transport.passthru.PassThroughConstants;

/**
 * Tells Axis2 under which addresses the proxies are reached. It listens to nothing: messages come from the mediator's one HTTP server, through {@link
 * EngineLane}. Axis2 makes it from its class name in {@code axis2.xml}.
 */
public final class Listener implements TransportListener {

    private final Map<String, String> paths = new ConcurrentHashMap<>();
    private final Map<String, String> services = new ConcurrentHashMap<>();
    private String published;
    private String servicePath;

    /** Called by Axis2. */
    public Listener() {
        // Axis2 calls init next.
    }

    @Override
    public void init(ConfigurationContext context, TransportInDescription description) throws AxisFault {
        Parameter prefix = description.getParameter(PassThroughConstants.WSDL_EPR_PREFIX);
        published = prefix.getValue().toString();
        String path = context.getServiceContextPath();
        servicePath = path.startsWith("/") ? path : "/" + path;
        context.setProperty(PassThroughConstants.EPR_TO_SERVICE_NAME_MAP, services);
        context.getAxisConfiguration().addObservers(new Deployments(this::changed));
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
        String behind = serviceName.substring(name.length());
        String path = paths.get(name);
        String address = path == null ? published + servicePath + "/" + name + behind : published + "/" + path + behind;
        return new EndpointReference[] {new EndpointReference(address)};
    }

    @Override
    public SessionContext getSessionContext(MessageContext message) {
        return null;
    }

    /** A service that wants a path of its own, outside the usual one, gets it. */
    private void changed(AxisEvent event, AxisService service) {
        Parameter path = service.getParameter(PassThroughConstants.SERVICE_URI_LOCATION);
        if (path == null || service.getName().startsWith("__")) {
            return;
        }
        String own = path.getValue().toString().replaceFirst("^/", "");
        boolean comes =
                event.getEventType() == AxisEvent.SERVICE_DEPLOY || event.getEventType() == AxisEvent.SERVICE_START;
        if (comes) {
            paths.put(service.getName(), own);
            services.put(own, service.getName());
        } else {
            paths.remove(service.getName());
            services.remove(own);
        }
    }
}
