package org.busbench.mediation.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.transport.nhttp.NhttpConstants;
import org.apache.synapse.transport.passthru.PassThroughConstants;
import org.busbench.mediation.http.Endpoint;
import org.busbench.mediation.http.LaneLimits;
import org.busbench.mediation.wire.Dialer;
import org.busbench.mediation.wire.tls.TlsContext;
import org.busbench.mediation.wire.tls.TlsDialer;

/**
 * Where a request goes.
 *
 * @param endpoint the upstream; null when its name has no address
 * @param path path and query, or the whole URL when the configuration asks for it
 */
record UpstreamTarget(Endpoint endpoint, String authority, String method, String path) {

    private static final Pattern FORBIDDEN = Pattern.compile("[^!-~]+");

    /** Looks the host up, so a worker may wait here. {@code upstreamTls} is asked only for an address with TLS. */
    static UpstreamTarget of(
            MessageContext message, String address, Supplier<TlsContext> upstreamTls, LaneLimits limits)
            throws AxisFault {
        URL url;
        try {
            url = new URL(address);
        } catch (MalformedURLException e) {
            throw new AxisFault("a message cannot be sent to '" + address + "': that is no URL", e);
        }
        boolean secure = url.getProtocol().equals("https");
        if (!secure && !url.getProtocol().equals("http")) {
            throw new AxisFault("a message cannot be sent to '" + address + "': only http and https are served");
        }
        int port = url.getPort() < 0 ? url.getDefaultPort() : url.getPort();
        Object host = message.getProperty(NhttpConstants.REQUEST_HOST_HEADER);
        String authority = url.getPort() < 0 ? url.getHost() : url.getHost() + ":" + port;
        InetSocketAddress socket = new InetSocketAddress(url.getHost().replaceAll("[\\[\\]]", ""), port);
        Endpoint endpoint = socket.isUnresolved()
                ? null
                : new Endpoint(
                        socket,
                        host == null ? authority : host.toString(),
                        limits.connections(),
                        limits.connectTimeout(),
                        responseTimeout(message, limits.socketTimeout()),
                        secure ? new TlsDialer(upstreamTls.get(), url.getHost(), port) : Dialer.PLAIN);
        boolean wholeUrl = "true".equals(message.getProperty(PassThroughConstants.FULL_URI))
                || message.isPropertyTrue(NhttpConstants.POST_TO_URI);
        String path = url.getFile().isEmpty() ? "/" : url.getFile();
        path = path.startsWith("/") ? path : "/" + path;
        return new UpstreamTarget(endpoint, authority, method(message), encoded(wholeUrl ? url.toString() : path));
    }

    /** Mediators compute paths: a space in one would end the target. */
    private static String encoded(String target) {
        return FORBIDDEN
                .matcher(target)
                .replaceAll(signs -> URLEncoder.encode(signs.group(), UTF_8).replace("+", "%20"));
    }

    private static String method(MessageContext message) {
        Object method = message.getProperty(Constants.Configuration.HTTP_METHOD);
        return method == null ? "POST" : method.toString();
    }

    /** Synapse itself watches an endpoint's own timeout. This one ends a request that Synapse does not watch. */
    private static Duration responseTimeout(MessageContext message, Duration usual) {
        if (message.getProperty(SynapseConstants.SEND_TIMEOUT) instanceof Long millis && millis > usual.toMillis()) {
            return Duration.ofMillis(millis).plus(usual);
        }
        return usual;
    }
}
