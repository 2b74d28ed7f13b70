package org.busbench.mediation.compile;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.endpoints.AbstractEndpoint;
import org.apache.synapse.endpoints.AddressEndpoint;
import org.apache.synapse.endpoints.DefaultEndpoint;
import org.apache.synapse.endpoints.Endpoint;
import org.apache.synapse.endpoints.EndpointDefinition;
import org.apache.synapse.endpoints.FailoverEndpoint;
import org.apache.synapse.endpoints.IndirectEndpoint;
import org.apache.synapse.endpoints.LoadbalanceEndpoint;
import org.apache.synapse.endpoints.WSDLEndpoint;
import org.apache.synapse.endpoints.algorithms.RoundRobin;

/** Endpoints as the fast lane knows them: addresses of the configuration, messages taken as they are, and groups of such. */
final class Targets {

    /** What Synapse waits when an endpoint names no timeout ({@code synapse.global_timeout_interval}). */
    private static final Duration GLOBAL_TIMEOUT = Duration.ofDays(1);

    private static final int MOST_NESTED = 8;

    private Targets() {}

    /** An endpoint for a message of which that is known. */
    static Destination of(Endpoint endpoint, Known known, SynapseConfiguration configuration) throws NotKnown {
        return of(endpoint, known, configuration, 0);
    }

    /** The endpoint with that key, for a message of which nothing is known. */
    static Destination named(String key, SynapseConfiguration configuration) throws NotKnown {
        return of(meant(key, configuration), Known.NOTHING, configuration, 0);
    }

    /** Where the message's own address says. */
    static Target implied(String address) throws NotKnown {
        EndpointDefinition plain = new EndpointDefinition();
        return target("(the header To)", "Default", address, plain, false);
    }

    private static Destination of(Endpoint endpoint, Known known, SynapseConfiguration configuration, int depth)
            throws NotKnown {
        if (depth > MOST_NESTED) {
            throw new NotKnown("endpoints that hold each other more than " + MOST_NESTED + " deep");
        }
        if (endpoint instanceof IndirectEndpoint indirect) {
            return of(meant(indirect.getKey(), configuration), known, configuration, depth + 1);
        }
        String name = endpoint.getName() == null ? "(without a name)" : endpoint.getName();
        requirePlain(name, endpoint);
        if (is(endpoint, FailoverEndpoint.class)) {
            Destination.Way way =
                    ((FailoverEndpoint) endpoint).isDynamic() ? Destination.Way.FIRST_READY : Destination.Way.STAY;
            return group(name, way, true, endpoint, known, configuration, depth);
        }
        if (is(endpoint, LoadbalanceEndpoint.class)) {
            LoadbalanceEndpoint balanced = (LoadbalanceEndpoint) endpoint;
            if (balanced.getMembers() != null || !(balanced.getAlgorithm() instanceof RoundRobin)) {
                throw new NotKnown("the endpoint '" + name + "' balances in another way than round robin");
            }
            return group(
                    name, Destination.Way.ROUND_ROBIN, balanced.isFailover(), endpoint, known, configuration, depth);
        }
        EndpointDefinition definition = ((AbstractEndpoint) endpoint).getDefinition();
        if (is(endpoint, AddressEndpoint.class)) {
            return target(name, "Address", definition.getAddress(), definition, true);
        }
        if (is(endpoint, WSDLEndpoint.class)) {
            return target(name, "WSDL", definition.getAddress(), definition, depth > 0);
        }
        if (is(endpoint, DefaultEndpoint.class)) {
            return target(name, "Default", known.to(), definition, true);
        }
        throw new NotKnown("an endpoint of type " + endpoint.getClass().getSimpleName());
    }

    private static boolean is(Endpoint endpoint, Class<?> type) {
        return endpoint.getClass().equals(type);
    }

    private static Endpoint meant(String key, SynapseConfiguration configuration) throws NotKnown {
        Endpoint endpoint = configuration.getDefinedEndpoints().get(key);
        if (endpoint == null) {
            throw new NotKnown("the endpoint '" + key + "' is not part of the configuration");
        }
        return endpoint;
    }

    private static Destination group(
            String name,
            Destination.Way way,
            boolean retries,
            Endpoint group,
            Known known,
            SynapseConfiguration configuration,
            int depth)
            throws NotKnown {
        List<Destination> members = new ArrayList<>();
        for (Endpoint member : ((AbstractEndpoint) group).getChildren()) {
            members.add(of(member, known, configuration, depth + 1));
        }
        return new Destination.Group(name, way, retries, members);
    }

    private static Target target(
            String name, String kind, String address, EndpointDefinition definition, boolean counted) throws NotKnown {
        requirePlain(name, definition);
        if (address == null) {
            throw new NotKnown("the endpoint '" + name + "' has no address of the configuration");
        }
        try {
            URI uri = new URI(address);
            boolean secure = "https".equals(uri.getScheme());
            if ((!secure && !"http".equals(uri.getScheme())) || uri.getHost() == null) {
                throw new NotKnown("the endpoint '" + name + "' is reached at " + uri + ", not by http or https");
            }
            String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
            return new Target(
                    name,
                    kind,
                    secure,
                    uri.getHost(),
                    uri.getPort() < 0 ? (secure ? 443 : 80) : uri.getPort(),
                    uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery(),
                    definition.getTimeoutDuration() > 0
                            ? Duration.ofMillis(definition.getTimeoutDuration())
                            : GLOBAL_TIMEOUT,
                    definition.getTimeoutAction() == SynapseConstants.DISCARD,
                    suspension(definition, counted),
                    Set.copyOf(definition.getRetryDisabledErrorCodes()),
                    version(name, definition.getFormat()));
        } catch (URISyntaxException e) {
            throw new NotKnown("the address of the endpoint '" + name + "' is no URI: " + address);
        }
    }

    private static Fault.Version version(String name, String format) throws NotKnown {
        if (format == null) {
            return Fault.Version.OF_THE_MESSAGE;
        }
        return switch (format) {
            case SynapseConstants.FORMAT_SOAP11 -> Fault.Version.SOAP_11;
            case SynapseConstants.FORMAT_SOAP12 -> Fault.Version.SOAP_12;
            default -> throw new NotKnown("the endpoint '" + name + "' wants messages of the format " + format);
        };
    }

    private static Suspension suspension(EndpointDefinition definition, boolean counted) {
        return new Suspension(
                new HashSet<>(definition.getSuspendErrorCodes()),
                definition.getInitialSuspendDuration(),
                definition.getSuspendProgressionFactor(),
                definition.getSuspendMaximumDuration(),
                new HashSet<>(definition.getTimeoutErrorCodes()),
                definition.getRetriesOnTimeoutBeforeSuspend(),
                definition.getRetryDurationOnTimeout(),
                counted);
    }

    private static void requirePlain(String name, Endpoint endpoint) throws NotKnown {
        if (!(endpoint instanceof AbstractEndpoint plain)) {
            throw new NotKnown("an endpoint of type " + endpoint.getClass().getSimpleName());
        }
        if (!plain.getProperties().isEmpty()) {
            throw new NotKnown("the endpoint '" + name + "' sets properties");
        }
        if (plain.getErrorHandler() != null) {
            throw new NotKnown("the endpoint '" + name + "' has an error handler of its own");
        }
    }

    private static void requirePlain(String name, EndpointDefinition definition) throws NotKnown {
        if (definition.isAddressingOn() || definition.isSecurityOn()) {
            throw new NotKnown("the endpoint '" + name + "' uses WS-Addressing or WS-Security");
        }
        if (definition.isUseMTOM() || definition.isUseSwa()) {
            throw new NotKnown("the endpoint '" + name + "' wants attachments");
        }
        if (definition.getCharSetEncoding() != null) {
            throw new NotKnown("the endpoint '" + name + "' changes the encoding of messages");
        }
        if (definition.isStatisticsEnable() || definition.getTraceState() == SynapseConstants.TRACING_ON) {
            throw new NotKnown("the endpoint '" + name + "' is traced or counted");
        }
    }
}
