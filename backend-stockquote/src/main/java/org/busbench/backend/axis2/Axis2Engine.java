package org.busbench.backend.axis2;

import java.io.IOException;
import java.util.List;
import org.busbench.backend.instance.Engine;
import org.busbench.backend.instance.Instance;

/** Serves. */
public final class Axis2Engine implements Engine {
    /** Makes. */
    public Axis2Engine(List<Instance> instances) {}

    @Override
    public void start() throws IOException {
        throw new IOException("the axis2 engine is not part of this build yet");
    }

    @Override
    public int port(Instance instance) {
        return 0;
    }

    @Override
    public void close() {}
}
