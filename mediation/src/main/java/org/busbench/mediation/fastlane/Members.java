package org.busbench.mediation.fastlane;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.busbench.mediation.compile.Destination;
import org.busbench.mediation.compile.Target;
import org.busbench.mediation.http.Endpoint;
import org.busbench.mediation.wire.tls.TlsContext;
import org.busbench.mediation.wire.tls.TlsDialer;

/** The endpoints of one configuration, each of them once, whichever proxies use it: they share its connections, its state and its turn. Used at start. */
final class Members {

    private final int connections;
    private final Duration connectTimeout;
    private final Supplier<TlsContext> backends;
    private final Map<Destination, Member> known = new HashMap<>();
    private final Map<Target, EndpointState> states = new HashMap<>();
    private final Map<Target, EndpointState> before;

    /**
     * With that many connections of each loop to one endpoint, that time to make one, keys for those that are reached by TLS, and the endpoints of the configuration
     * before: those that have not changed stay suspended.
     */
    Members(int connections, Duration connectTimeout, Supplier<TlsContext> backends, Members before) {
        this.backends = backends;
        this.before = before == null ? Map.of() : Map.copyOf(before.states);
        this.connections = connections;
        this.connectTimeout = connectTimeout;
    }

    Member of(Destination destination) {
        Member member = known.get(destination);
        if (member == null) {
            member = destination instanceof Target target
                    ? new Member.One(leaf(target))
                    : group((Destination.Group) destination);
            known.put(destination, member);
        }
        return member;
    }

    private Member group(Destination.Group group) {
        List<Member> members = new ArrayList<>();
        group.members().forEach(one -> members.add(of(one)));
        return new Member.Some(group, members);
    }

    private Leaf leaf(Target target) {
        Endpoint plain = new Endpoint(
                new InetSocketAddress(target.host(), target.port()),
                target.host() + ":" + target.port(),
                connections,
                connectTimeout,
                target.timeout());
        Endpoint endpoint =
                target.secure() ? plain.by(new TlsDialer(backends.get(), target.host(), target.port())) : plain;
        EndpointState state = before.get(target);
        if (state == null) {
            state = new EndpointState(target.endpoint(), target.suspension(), System::nanoTime);
        }
        states.put(target, state);
        return new Leaf(target, endpoint, state);
    }
}
