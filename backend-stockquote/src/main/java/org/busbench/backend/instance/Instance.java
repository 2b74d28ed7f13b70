package org.busbench.backend.instance;

import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.busbench.backend.quote.StockQuoteService;

/**
 * A named service at an address of its own.
 *
 * @param service the service, which has the name
 * @param host the host or address to bind to, as the user wrote it
 * @param port the port to bind to; 0: any free one
 * @param delay how long an answer is held back
 * @param tls with which it is reached; empty for plain HTTP
 */
public record Instance(StockQuoteService service, String host, int port, Delay delay, Optional<SSLContext> tls) {
    public static final String PATH = "/services/SimpleStockQuoteService";

    /** Stands between an instance's name and a path at which it has nothing, in the answer to a request for it. */
    public static final String NOTHING_AT = " has nothing at ";

    public Instance {
        Objects.requireNonNull(service, "service");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(delay, "delay");
    }

    public String name() {
        return service.instance();
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(host, port);
    }

    /** Returns the service's URL once the port is known. */
    public String url(int boundPort) {
        String dressed = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return (tls.isPresent() ? "https://" : "http://") + dressed + ":" + boundPort + PATH;
    }
}
