package org.busbench.backend.axis2;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.busbench.backend.instance.Engine;
import org.busbench.backend.instance.Instance;
import org.busbench.backend.instance.Pages;

/**
 * Serves instances with Axis2: its HTTP server, its dispatching and its message flow around the same service. Blocking:
 * each connection, and so each answer that waits for its delay, holds one worker thread.
 */
public final class Axis2Engine implements Engine {
    /** Held, because a logger that nobody holds forgets its level. Axis2 tells of its start on this one. */
    private static final Logger AXIS2_LOG = Logger.getLogger("org.apache.axis2");
    /** Axis2 warns here of every client that ends its connection. */
    private static final Logger CONNECTION_LOG =
            Logger.getLogger("org.apache.axis2.transport.http.server.HttpServiceProcessor");

    private final List<Instance> instances;
    private final Map<Instance, Axis2Server> servers = new LinkedHashMap<>();

    /** Makes an engine that is not started yet. */
    public Axis2Engine(List<Instance> instances) {
        this.instances = List.copyOf(instances);
    }

    @Override
    public void start() throws IOException {
        AXIS2_LOG.setLevel(Level.WARNING);
        CONNECTION_LOG.setLevel(Level.SEVERE);
        Pages pages = new Pages(instances);
        try {
            for (Instance instance : instances) {
                servers.put(instance, new Axis2Server(instance, pages));
            }
        } catch (IOException e) {
            close();
            throw e;
        }
        servers.values().forEach(Axis2Server::start);
    }

    @Override
    public int port(Instance instance) {
        return servers.get(instance).port();
    }

    @Override
    public void close() {
        servers.values().forEach(Axis2Server::close);
    }
}
