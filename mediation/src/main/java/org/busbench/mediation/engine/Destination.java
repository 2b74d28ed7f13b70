package org.busbench.mediation.engine;

import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.URL;
import java.time.Duration;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.transport.nhttp.NhttpConstants;
import org.apache.synapse.transport.passthru.PassThroughConstants;
import org.busbench.mediation.http.Endpoint;

/**
 * Where a request goes.
 *
 * @param endpoint the backend; null when its name has no address
 * @param authority host and port, for people
 * @param method of the request
 * @param target path and query, or the whole URL when the configuration wants it
 */
record Destination(Endpoint endpoint, String authority, String method, String target) {

    private static final int CONNECTIONS = 8192;
    private static final int HTTP_PORT = 80;

    /** Looks the host up; a worker may wait for that. */
    static Destination of(MessageContext message, String address) throws AxisFault {
        URL url;
        try {
            url = new URL(address);
        } catch (MalformedURLException e) {
            throw new AxisFault("a message cannot be sent to '" + address + "': that is no URL", e);
        }
        if (!url.getProtocol().equals("http")) {
            throw new AxisFault("a message cannot be sent to '" + address + "': only http is served");
        }
        int port = url.getPort() < 0 ? HTTP_PORT : url.getPort();
        Object host = message.getProperty(NhttpConstants.REQUEST_HOST_HEADER);
        String authority = url.getPort() < 0 ? url.getHost() : url.getHost() + ":" + port;
        InetSocketAddress socket = new InetSocketAddress(url.getHost().replaceAll("[\\[\\]]", ""), port);
        Endpoint endpoint = socket.isUnresolved()
                ? null
                : new Endpoint(
                        socket,
                        host == null ? authority : host.toString(),
                        CONNECTIONS,
                        Tuning.connectTimeout(),
                        answerTimeout(message));
        boolean wholeUrl = "true".equals(message.getProperty(PassThroughConstants.FULL_URI))
                || message.isPropertyTrue(NhttpConstants.POST_TO_URI);
        String path = url.getFile().isEmpty() ? "/" : url.getFile();
        path = path.startsWith("/") ? path : "/" + path;
        return new Destination(endpoint, authority, Outgoing.method(message), wholeUrl ? url.toString() : path);
    }

    /** Synapse watches over an endpoint's own timeout; this one is for connections that nobody watches over. */
    private static Duration answerTimeout(MessageContext message) {
        Duration usual = Tuning.socketTimeout();
        if (message.getProperty(SynapseConstants.SEND_TIMEOUT) instanceof Long millis && millis > usual.toMillis()) {
            return Duration.ofMillis(millis).plus(usual);
        }
        return usual;
    }
}
