package org.busbench.backend.axis2;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.busbench.backend.instance.Engine;
import org.busbench.backend.instance.Instance;
import org.busbench.backend.instance.Pages;

/**
 * Serves instances with Axis2: its HTTP server, its dispatching and its message flow around the same service. Blocking:
 * each connection, and so each answer that waits for its delay, holds one worker thread.
 */
public final class Axis2Engine implements Engine {
    private final List<Instance> instances;
    private final Map<Instance, Axis2Server> servers = new LinkedHashMap<>();

    /** Makes an engine that is not started yet. */
    public Axis2Engine(List<Instance> instances) {
        this.instances = List.copyOf(instances);
    }

    @Override
    public void start() throws IOException {
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
