package jetty9;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.api.Result;
import org.eclipse.jetty.client.http.HttpClientTransportOverHTTP;
import org.eclipse.jetty.client.util.BufferingResponseListener;
import org.eclipse.jetty.client.util.BytesContentProvider;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import server.Answers;
import server.Options;

/** The backend, by Jetty's client; no thread waits for it. */
final class Upstream {
    private static final int IDLE_MILLIS = 300_000;

    private final String address;
    private final HttpClient client;

    private Upstream(String address, HttpClient client) {
        this.address = address;
        this.client = client;
    }

    /** Starts the client, which ends with the program. */
    static Upstream start(InetSocketAddress backend) throws Exception {
        HttpClient client = new HttpClient(new HttpClientTransportOverHTTP(Options.SELECTORS), null);
        int threads = Options.SELECTORS + Options.WORKERS;
        client.setExecutor(new QueuedThreadPool(threads, threads));
        client.setMaxConnectionsPerDestination(Options.CONNECTIONS);
        // A request that waits for its new connection is in this queue.
        client.setMaxRequestsQueuedPerDestination(Options.CONNECTIONS);
        client.setTCPNoDelay(true);
        client.setIdleTimeout(IDLE_MILLIS);
        client.setFollowRedirects(false);
        client.start();
        client.getContentDecoderFactories().clear();
        return new Upstream(
                "http://" + backend.getHostString() + ":" + backend.getPort() + Answers.ECHO, client);
    }

    /** Sends a body on, and its answer back. */
    void send(byte[] body, HttpServletRequest request, HttpServletResponse response) {
        AsyncContext waiting = request.startAsync();
        waiting.setTimeout(0);
        client.POST(address)
                .content(new BytesContentProvider(Answers.TYPE, body))
                .send(new BufferingResponseListener(Options.LARGEST) {
                    @Override
                    public void onComplete(Result result) {
                        try {
                            if (result.isSucceeded()) {
                                Main.answer(response, result.getResponse().getStatus(), getContent());
                            } else {
                                response.setStatus(HttpServletResponse.SC_BAD_GATEWAY);
                            }
                        } catch (IOException gone) {
                            throw new UncheckedIOException(gone);
                        } finally {
                            waiting.complete();
                        }
                    }
                });
    }
}
