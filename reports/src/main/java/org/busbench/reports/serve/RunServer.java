package org.busbench.reports.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.busbench.reports.run.RunProblem;

/** Serves the runs of a folder on 127.0.0.1, until it is closed. Writes nothing; has threads of its own. */
public final class RunServer implements AutoCloseable {

    private final Server server;

    private RunServer(Server server) {
        this.server = server;
    }

    /**
     * Begins to serve.
     *
     * @param folder that holds run directories
     * @param port 0 for a free one
     * @return what is to be closed
     * @throws RunProblem with one line for people, when there is no such folder, it is itself a run, or the port is taken
     */
    public static RunServer open(Path folder, int port) {
        if (!Files.isDirectory(folder)) {
            throw new RunProblem(folder + ": is no folder; give the one that holds the runs");
        }
        if (Files.exists(folder.resolve("run.json"))) {
            throw new RunProblem(folder + ": is itself a run; give the folder that holds the runs");
        }
        try {
            return new RunServer(Server.open(port, new Shelf(folder.toRealPath())));
        } catch (IOException e) {
            throw new RunProblem(folder + ": cannot be read: " + e, e);
        }
    }

    /**
     * Where it is.
     *
     * @return a URL on 127.0.0.1
     */
    public String url() {
        return server.url();
    }

    /** Ends every connection. */
    @Override
    public void close() {
        server.close();
    }
}
