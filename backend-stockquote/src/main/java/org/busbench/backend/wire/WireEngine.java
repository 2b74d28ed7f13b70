package org.busbench.backend.wire;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.busbench.backend.files.FileServiceDefinition;
import org.busbench.backend.instance.Engine;
import org.busbench.backend.instance.Instance;
import org.busbench.backend.instance.Pages;

/** Serves instances at wire speed: HttpCore's codecs on event loops that all instances share. */
public final class WireEngine implements Engine {
    /** The paths that every instance serves itself. */
    public static final Set<String> OWN_PATHS = Set.of(Instance.PATH, "/stats", "/hold", Pages.RECEIVED);

    private static final System.Logger LOG = System.getLogger(WireEngine.class.getName());

    private final List<Instance> instances;
    private final int ioThreads;
    private final List<FileServiceDefinition> files;
    private final List<EventLoop> loops = new ArrayList<>();
    private final Map<Instance, Listener> listeners = new LinkedHashMap<>();

    /** Makes an engine that is not started yet. */
    public WireEngine(List<Instance> instances, int ioThreads) {
        this(instances, ioThreads, List.of());
    }

    /**
     * Makes an engine that is not started yet, whose instances serve quotes and what is made of files.
     *
     * @param ioThreads on how many threads
     */
    public WireEngine(List<Instance> instances, int ioThreads, List<FileServiceDefinition> files) {
        if (ioThreads < 1) {
            throw new IllegalArgumentException("I/O threads: " + ioThreads);
        }
        this.instances = List.copyOf(instances);
        this.ioThreads = ioThreads;
        this.files = List.copyOf(files);
    }

    @Override
    public void start() throws IOException {
        Pages pages = new Pages(instances);
        ResponseHold hold = new ResponseHold();
        for (int i = 0; i < ioThreads; i++) {
            loops.add(new EventLoop("wire-" + i, hold));
        }
        try {
            for (Instance instance : instances) {
                listeners.put(instance, Listener.bind(instance, loops, pages, files));
            }
            for (Listener listener : listeners.values()) {
                listener.register();
            }
        } catch (IOException e) {
            closeListeners();
            throw e;
        }
        loops.forEach(EventLoop::start);
    }

    @Override
    public int port(Instance instance) {
        return listeners.get(instance).port();
    }

    @Override
    public void close() {
        closeListeners();
        loops.forEach(EventLoop::stop);
        loops.forEach(EventLoop::join);
    }

    private void closeListeners() {
        for (Listener listener : listeners.values()) {
            try {
                listener.close();
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "closing a listener failed", e);
            }
        }
    }
}
