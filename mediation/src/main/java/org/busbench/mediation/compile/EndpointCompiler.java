package org.busbench.mediation.compile;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.axis2.addressing.AddressingConstants;
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
import org.apache.synapse.endpoints.algorithms.WeightedRoundRobin;
import org.apache.synapse.mediators.MediatorProperty;
import org.busbench.mediation.fastlane.CircuitBreaker;
import org.busbench.mediation.fastlane.EndpointSpec;
import org.busbench.mediation.fastlane.SoapVersion;

/** Compiles endpoints: addresses of the configuration that get messages as they are, and groups of such endpoints. */
final class EndpointCompiler {

    private static final int MAX_NESTING = 8;
    private static final String WEIGHT = "loadbalance.weight";
    private static final int MOST_WEIGHT = 100;
    private static final Pattern SCHEME = Pattern.compile("^([A-Za-z][\\w+.-]*):");
    private static final Set<String> TRANSPORTS = Set.of("http", "https");

    private final SynapseConfiguration configuration;

    EndpointCompiler(SynapseConfiguration configuration) {
        this.configuration = configuration;
    }

    /** The address is that which a sequence gave to the message, or null. */
    EndpointSpec of(Endpoint endpoint, String to) throws NotCompilable {
        return of(endpoint, to, 0);
    }

    EndpointSpec named(String key) throws NotCompilable {
        return of(meant(key), null, 0);
    }

    /** Whether a key names no endpoint, and never will before the configuration is read again. */
    boolean isMissing(String key) {
        return MediatorQueue.isWhole(configuration) && defined(key) == null && configuration.getEndpoint(key) == null;
    }

    /** Whether sending there always fails: no scheme tells of a transport, or no host follows it. */
    static boolean isNowhere(String address) {
        URI uri = URI.create(address);
        return uri.getScheme() == null || (uri.getScheme().matches("https?") && uri.getHost() == null);
    }

    /** Why each message to an endpoint fails; null where it may be sent. */
    String obstacle(Endpoint endpoint) {
        Endpoint meant = endpoint;
        for (int i = 0; i < MAX_NESTING && meant instanceof IndirectEndpoint named; i++) {
            if (isMissing(named.getKey())) {
                return "there is no endpoint named '" + named.getKey() + "'";
            }
            meant = defined(named.getKey());
        }
        if (meant instanceof AbstractEndpoint plain
                && plain.getDefinition() != null
                && plain.getDefinition().isSecurityOn()) {
            return "the endpoint '" + plain.getName() + "' uses WS-Security: Apache Rampart is not there";
        }
        String address = meant != null && is(meant, AddressEndpoint.class)
                ? ((AddressEndpoint) meant).getDefinition().getAddress()
                : null;
        Matcher scheme = SCHEME.matcher(String.valueOf(address));
        if (address == null || address.contains("{") || !scheme.find()) {
            return null;
        }
        return TRANSPORTS.contains(scheme.group(1))
                ? null
                : "there is no transport for the address '" + address.replaceFirst("[?].*", "") + "'";
    }

    /** The address that a sequence gave to the message. */
    static EndpointSpec implied(String address) throws NotCompilable {
        EndpointDefinition plain = new EndpointDefinition();
        return address("(the header To)", "Default", address, plain, false);
    }

    private EndpointSpec of(Endpoint endpoint, String to, int depth) throws NotCompilable {
        if (depth > MAX_NESTING) {
            throw new NotCompilable("endpoints that hold each other more than " + MAX_NESTING + " deep");
        }
        if (endpoint instanceof IndirectEndpoint indirect) {
            return of(meant(indirect.getKey()), to, depth + 1);
        }
        String name = endpoint.getName() == null ? "(without a name)" : endpoint.getName();
        requirePlain(name, endpoint);
        if (is(endpoint, FailoverEndpoint.class)) {
            EndpointSpec.Strategy strategy = ((FailoverEndpoint) endpoint).isDynamic()
                    ? EndpointSpec.Strategy.FIRST_READY
                    : EndpointSpec.Strategy.STICKY;
            return group(name, strategy, true, endpoint, to, depth);
        }
        if (is(endpoint, LoadbalanceEndpoint.class)) {
            LoadbalanceEndpoint balanced = (LoadbalanceEndpoint) endpoint;
            boolean weighted = balanced.getAlgorithm() instanceof WeightedRoundRobin;
            if (balanced.getMembers() != null || !(weighted || balanced.getAlgorithm() instanceof RoundRobin)) {
                throw new NotCompilable("the endpoint '" + name + "' balances in another way than round robin");
            }
            EndpointSpec.Group group =
                    group(name, EndpointSpec.Strategy.ROUND_ROBIN, balanced.isFailover(), endpoint, to, depth);
            return weighted ? weighted(group, balanced.getChildren()) : group;
        }
        EndpointDefinition definition = ((AbstractEndpoint) endpoint).getDefinition();
        if (is(endpoint, AddressEndpoint.class)) {
            return address(name, "Address", definition.getAddress(), definition, true);
        }
        if (is(endpoint, WSDLEndpoint.class)) {
            return address(name, "WSDL", definition.getAddress(), definition, depth > 0);
        }
        if (is(endpoint, DefaultEndpoint.class)) {
            return address(name, "Default", to, definition, depth > 0);
        }
        throw new NotCompilable("an endpoint of type " + endpoint.getClass().getSimpleName());
    }

    private static boolean is(Endpoint endpoint, Class<?> type) {
        return endpoint.getClass().equals(type);
    }

    private Endpoint meant(String key) throws NotCompilable {
        Endpoint endpoint = defined(key);
        if (endpoint == null) {
            throw new NotCompilable("the endpoint '" + key + "' is not part of the configuration");
        }
        return endpoint;
    }

    /** Null for none; one that only names another one is missing in Synapse's own list. */
    private Endpoint defined(String key) {
        return configuration.getLocalRegistry().get(key) instanceof Endpoint endpoint ? endpoint : null;
    }

    /** Each member is meant as often in a row as its weight says. */
    private static EndpointSpec.Group weighted(EndpointSpec.Group group, List<Endpoint> children) throws NotCompilable {
        List<EndpointSpec> turns = new ArrayList<>();
        for (int i = 0; i < children.size(); i++) {
            MediatorProperty own = ((AbstractEndpoint) children.get(i)).getProperty(WEIGHT);
            int weight = own == null ? 1 : Integer.parseInt(own.getValue());
            if (weight < 1 || weight > MOST_WEIGHT) {
                throw new NotCompilable("the endpoint '" + group.name() + "' has a member of the weight " + weight);
            }
            turns.addAll(Collections.nCopies(weight, group.members().get(i)));
        }
        return new EndpointSpec.Group(group.name(), group.strategy(), group.failover(), turns);
    }

    private EndpointSpec.Group group(
            String name, EndpointSpec.Strategy strategy, boolean failover, Endpoint group, String to, int depth)
            throws NotCompilable {
        List<EndpointSpec> members = new ArrayList<>();
        for (Endpoint member : ((AbstractEndpoint) group).getChildren()) {
            members.add(of(member, to, depth + 1));
        }
        return new EndpointSpec.Group(name, strategy, failover, members);
    }

    private static EndpointSpec.Address address(
            String name, String kind, String address, EndpointDefinition definition, boolean counted)
            throws NotCompilable {
        requirePlain(name, definition);
        if (address == null) {
            throw new NotCompilable("the endpoint '" + name + "' has no address of the configuration");
        }
        try {
            URI uri = new URI(address);
            boolean secure = "https".equals(uri.getScheme());
            if ((!secure && !"http".equals(uri.getScheme())) || uri.getHost() == null) {
                throw new NotCompilable("the endpoint '" + name + "' is reached at " + uri + ", not by http or https");
            }
            String path = uri.getRawPath();
            return new EndpointSpec.Address(
                    name,
                    kind,
                    secure,
                    uri.getHost(),
                    uri.getPort() < 0 ? (secure ? 443 : 80) : uri.getPort(),
                    uri.getRawQuery() == null ? path : (path.isEmpty() ? "/" : path) + "?" + uri.getRawQuery(),
                    version(name, definition.getFormat()),
                    failures(definition, counted),
                    addressing(definition, address));
        } catch (URISyntaxException e) {
            throw new NotCompilable("the address of the endpoint '" + name + "' is no URI: " + address);
        }
    }

    private static EndpointSpec.FailureHandling failures(EndpointDefinition definition, boolean counted) {
        return new EndpointSpec.FailureHandling(
                definition.getTimeoutDuration() > 0 ? Duration.ofMillis(definition.getTimeoutDuration()) : null,
                definition.getTimeoutAction() == SynapseConstants.DISCARD,
                Set.copyOf(definition.getRetryDisabledErrorCodes()),
                circuitBreaker(definition, counted));
    }

    private static EndpointSpec.Addressing addressing(EndpointDefinition definition, String address) {
        if (!definition.isAddressingOn()) {
            return null;
        }
        boolean early = SynapseConstants.ADDRESSING_VERSION_SUBMISSION.equals(definition.getAddressingVersion());
        return new EndpointSpec.Addressing(
                early ? AddressingConstants.Submission.WSA_NAMESPACE : AddressingConstants.Final.WSA_NAMESPACE,
                address);
    }

    private static SoapVersion version(String name, String format) throws NotCompilable {
        if (format == null) {
            return SoapVersion.OF_THE_MESSAGE;
        }
        return switch (format) {
            case SynapseConstants.FORMAT_SOAP11 -> SoapVersion.SOAP_11;
            case SynapseConstants.FORMAT_SOAP12 -> SoapVersion.SOAP_12;
            default -> throw new NotCompilable("the endpoint '" + name + "' wants messages of the format " + format);
        };
    }

    private static CircuitBreaker.Policy circuitBreaker(EndpointDefinition definition, boolean counted) {
        return new CircuitBreaker.Policy(
                new HashSet<>(definition.getSuspendErrorCodes()),
                definition.getInitialSuspendDuration(),
                definition.getSuspendProgressionFactor(),
                definition.getSuspendMaximumDuration(),
                new HashSet<>(definition.getTimeoutErrorCodes()),
                definition.getRetriesOnTimeoutBeforeSuspend(),
                definition.getRetryDurationOnTimeout(),
                counted);
    }

    private static void requirePlain(String name, Endpoint endpoint) throws NotCompilable {
        if (!(endpoint instanceof AbstractEndpoint plain)) {
            throw new NotCompilable("an endpoint of type " + endpoint.getClass().getSimpleName());
        }
        if (plain.getProperties().stream()
                .anyMatch(property -> !property.getName().equals(WEIGHT))) {
            throw new NotCompilable("the endpoint '" + name + "' sets properties");
        }
        if (plain.getErrorHandler() != null) {
            throw new NotCompilable("the endpoint '" + name + "' has an error handler of its own");
        }
    }

    private static void requirePlain(String name, EndpointDefinition definition) throws NotCompilable {
        if (definition.isSecurityOn() || definition.isUseSeparateListener()) {
            throw new NotCompilable(
                    "the endpoint '" + name + "' uses a listener for answers, or WS-Security in a group of endpoints");
        }
        if (definition.isUseMTOM() || definition.isUseSwa()) {
            throw new NotCompilable("the endpoint '" + name + "' wants attachments");
        }
        if (definition.getCharSetEncoding() != null) {
            throw new NotCompilable("the endpoint '" + name + "' changes the encoding of messages");
        }
        if (LogCompiler.isTraced(definition.getTraceState())) {
            throw new NotCompilable("the endpoint '" + name + "' is traced");
        }
    }
}
