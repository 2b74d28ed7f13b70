package org.busbench.mediation.compile;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.endpoints.AddressEndpoint;
import org.apache.synapse.endpoints.Endpoint;
import org.apache.synapse.endpoints.EndpointDefinition;
import org.apache.synapse.endpoints.IndirectEndpoint;

/** Endpoints as the fast lane knows them: an address, taken as it is, with a timeout, never suspended. */
final class Targets {

    /** What Synapse waits when an endpoint names no timeout ({@code synapse.global_timeout_interval}). */
    private static final Duration GLOBAL_TIMEOUT = Duration.ofDays(1);

    private Targets() {}

    static Target of(Endpoint endpoint, SynapseConfiguration configuration) throws NotKnown {
        if (endpoint instanceof IndirectEndpoint indirect) {
            return named(indirect.getKey(), configuration);
        }
        if (!(endpoint instanceof AddressEndpoint address)
                || !endpoint.getClass().equals(AddressEndpoint.class)) {
            throw new NotKnown("an endpoint of type " + endpoint.getClass().getSimpleName());
        }
        String name = address.getName() == null ? "(without a name)" : address.getName();
        EndpointDefinition definition = address.getDefinition();
        requirePlain(name, definition);
        try {
            URI uri = new URI(definition.getAddress());
            if (!"http".equals(uri.getScheme()) || uri.getHost() == null) {
                throw new NotKnown("the endpoint '" + name + "' is reached at " + uri + ", not by http");
            }
            String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
            return new Target(
                    name,
                    uri.getHost(),
                    uri.getPort() < 0 ? 80 : uri.getPort(),
                    uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery(),
                    definition.getTimeoutDuration() > 0
                            ? Duration.ofMillis(definition.getTimeoutDuration())
                            : GLOBAL_TIMEOUT);
        } catch (URISyntaxException e) {
            throw new NotKnown("the address of the endpoint '" + name + "' is no URI: " + definition.getAddress());
        }
    }

    static Target named(String key, SynapseConfiguration configuration) throws NotKnown {
        Endpoint endpoint = configuration.getDefinedEndpoints().get(key);
        if (endpoint == null || endpoint instanceof IndirectEndpoint) {
            throw new NotKnown("the endpoint '" + key + "' is not part of the configuration");
        }
        return of(endpoint, configuration);
    }

    private static void requirePlain(String name, EndpointDefinition definition) throws NotKnown {
        if (definition.isAddressingOn() || definition.isSecurityOn()) {
            throw new NotKnown("the endpoint '" + name + "' uses WS-Addressing or WS-Security");
        }
        if (definition.getFormat() != null || definition.isUseMTOM() || definition.isUseSwa()) {
            throw new NotKnown("the endpoint '" + name + "' changes the format of messages");
        }
        if (definition.getCharSetEncoding() != null) {
            throw new NotKnown("the endpoint '" + name + "' changes the encoding of messages");
        }
        if (definition.getInitialSuspendDuration() != 0) {
            throw new NotKnown("the endpoint '" + name + "' is suspended when it fails");
        }
        if (definition.getTimeoutAction() == SynapseConstants.DISCARD) {
            throw new NotKnown("the endpoint '" + name + "' drops a message whose time is up");
        }
        if (definition.isStatisticsEnable() || definition.getTraceState() == SynapseConstants.TRACING_ON) {
            throw new NotKnown("the endpoint '" + name + "' is traced or counted");
        }
    }
}
