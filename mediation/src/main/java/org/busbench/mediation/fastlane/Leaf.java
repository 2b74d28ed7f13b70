package org.busbench.mediation.fastlane;

import org.busbench.mediation.compile.Target;
import org.busbench.mediation.http.Endpoint;

/** One backend as all proxies see it: there is one for each endpoint of the configuration, equal only to itself. For the threads of all loops. */
final class Leaf {

    private final Target target;
    private final Endpoint endpoint;
    private final EndpointState state;

    Leaf(Target target, Endpoint endpoint, EndpointState state) {
        this.target = target;
        this.endpoint = endpoint;
        this.state = state;
    }

    /** What the configuration says of it. */
    Target target() {
        return target;
    }

    /** Where it is. */
    Endpoint endpoint() {
        return endpoint;
    }

    /** Whether it may be asked. */
    EndpointState state() {
        return state;
    }

    boolean isReady() {
        return state.isReady();
    }
}
