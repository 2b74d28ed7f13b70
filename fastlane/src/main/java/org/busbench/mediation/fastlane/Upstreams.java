package org.busbench.mediation.fastlane;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.busbench.mediation.http.Endpoint;
import org.busbench.mediation.http.LaneLimits;
import org.busbench.mediation.wire.Dialer;
import org.busbench.mediation.wire.tls.TlsContext;
import org.busbench.mediation.wire.tls.TlsDialer;

/**
 * The endpoints of one configuration, each of them once, so that all proxies that use an endpoint share its connections, its circuit breaker and
 * its turn.
 *
 * <p>For the thread that starts a configuration.
 */
final class Upstreams {

    private final Supplier<TlsContext> security;
    private final LaneLimits limits;
    private final Map<EndpointSpec.Address, Upstream.Single> singles = new HashMap<>();
    private final Map<EndpointSpec.Group, Upstream.Group> groups = new HashMap<>();
    private final Map<EndpointSpec.Address, CircuitBreaker> breakers = new HashMap<>();
    private final Map<EndpointSpec.Address, CircuitBreaker> previous;

    /**
     * Starts without endpoints.
     *
     * @param security asked only for endpoints that are reached by TLS
     * @param before endpoints of the previous configuration, or null; those that did not change keep their circuit breakers
     */
    Upstreams(Supplier<TlsContext> security, LaneLimits limits, Upstreams before) {
        this.limits = limits;
        this.security = security;
        this.previous = before == null ? Map.of() : Map.copyOf(before.breakers);
    }

    Upstream of(EndpointSpec spec) {
        return spec instanceof EndpointSpec.Group group ? group(group) : single((EndpointSpec.Address) spec);
    }

    Upstream.Single single(EndpointSpec.Address spec) {
        return singles.computeIfAbsent(
                spec, address -> new Upstream.Single(address, endpoint(address), breaker(address)));
    }

    private Upstream.Group group(EndpointSpec.Group spec) {
        Upstream.Group known = groups.get(spec);
        if (known == null) {
            List<Upstream> members = new ArrayList<>();
            spec.members().forEach(member -> members.add(of(member)));
            known = new Upstream.Group(spec, members);
            groups.put(spec, known);
        }
        return known;
    }

    private Endpoint endpoint(EndpointSpec.Address spec) {
        Duration timeout = spec.failures().timeout();
        return new Endpoint(
                new InetSocketAddress(spec.host(), spec.port()),
                spec.host() + ":" + spec.port(),
                limits.connections(),
                limits.connectTimeout(),
                timeout == null ? limits.socketTimeout() : timeout,
                spec.secure() ? new TlsDialer(security.get(), spec.host(), spec.port()) : Dialer.PLAIN);
    }

    private CircuitBreaker breaker(EndpointSpec.Address spec) {
        CircuitBreaker breaker = previous.get(spec);
        if (breaker == null) {
            breaker = new CircuitBreaker(spec.name(), spec.failures().circuitBreaker(), System::nanoTime);
        }
        breakers.put(spec, breaker);
        return breaker;
    }
}
