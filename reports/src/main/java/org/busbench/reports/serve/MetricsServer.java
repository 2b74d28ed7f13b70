package org.busbench.reports.serve;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.busbench.record.RunProblem;
import org.busbench.reports.serve.Server.Site;

/**
 * Serves the progress of a run at {@code /metrics} on 127.0.0.1. While a trial is under load requests wait, so that no
 * scrape falls into a measured window; they are answered when it is over. All methods are for the thread of the run; the
 * threads of the server call {@link #answer} alone.
 */
public final class MetricsServer implements AutoCloseable {
    private static final Duration LAST_BYTES = Duration.ofSeconds(1);

    private final LoadGate gate = new LoadGate();
    private final String type;
    private final Server server;
    private volatile String text = "";

    private MetricsServer(int port, String type) {
        this.type = type;
        this.server = Server.open(port, this::answer);
    }

    /**
     * Begins to serve an empty text.
     *
     * @param port on 127.0.0.1; 0 for a free one
     * @param type the media type of the texts
     * @throws RunProblem with one line for people, when the port is taken
     */
    public static MetricsServer open(int port, String type) {
        return new MetricsServer(port, type);
    }

    /** The address of the metrics. */
    public String url() {
        return server.url() + "metrics";
    }

    /** Replaces the text. */
    public void show(String metrics) {
        text = metrics;
    }

    /**
     * A load begins: requests wait from now on, and those being answered get a moment to end.
     *
     * @throws InterruptedException when the run is to end
     */
    public void measuring() throws InterruptedException {
        gate.shut(LAST_BYTES);
    }

    /** The load is over: requests are answered. */
    public void idle() {
        gate.open();
    }

    private void answer(Request request, Site.Reply reply) throws IOException, InterruptedException {
        gate.enter();
        try {
            reply.send(
                    request.path().equals(List.of("metrics"))
                            ? new Answer.Text(200, type, text)
                            : Answer.Text.plain(404, "the metrics are at " + url()));
        } finally {
            gate.leave();
        }
    }

    /** Ends every connection. */
    @Override
    public void close() {
        gate.open();
        server.close();
    }
}
