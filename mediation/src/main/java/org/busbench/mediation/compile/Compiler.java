package org.busbench.mediation.compile;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.core.axis2.ProxyService;
import org.apache.synapse.endpoints.Endpoint;
import org.apache.synapse.mediators.base.SequenceMediator;

/** Finds the lane of each proxy and of the main sequence. Used once, at start, after Synapse has read its configuration. */
public final class Compiler {

    private final SynapseConfiguration configuration;
    private final Stylesheets stylesheets;

    /**
     * For one configuration.
     *
     * @param configuration as Synapse's own classes have read it; it is not changed
     */
    public Compiler(SynapseConfiguration configuration) {
        this.configuration = configuration;
        this.stylesheets = new Stylesheets(configuration);
    }

    /** {@return the lane of each proxy, by its name, in alphabetical order} */
    public Map<String, Lane> lanes() {
        Map<String, Lane> lanes = new TreeMap<>();
        for (ProxyService proxy : configuration.getProxyServices()) {
            lanes.put(proxy.getName(), lane(() -> {
                requirePlain(proxy);
                return flow(proxy);
            }));
        }
        return lanes;
    }

    /** {@return the lane of messages that are for no proxy} */
    public Lane main() {
        return lane(this::mainFlow);
    }

    private interface Source {
        Flow flow() throws NotKnown;
    }

    private Lane lane(Source source) {
        try {
            if (configuration.getMandatorySequence() != null) {
                throw new NotKnown("there is a mandatory sequence");
            }
            Flow flow = source.flow();
            flow.version();
            return new Lane.Fast(flow);
        } catch (NotKnown e) {
            return new Lane.Engine(e.getMessage());
        } catch (IllegalArgumentException e) {
            // An expression or an address that Synapse accepts and we do not understand.
            return new Lane.Engine(e.getMessage());
        }
    }

    private Flow flow(ProxyService proxy) throws NotKnown {
        SequenceMediator in = sequence(proxy.getTargetInLineInSequence(), proxy.getTargetInSequence());
        SequenceMediator out = sequence(proxy.getTargetInLineOutSequence(), proxy.getTargetOutSequence());
        SequenceMediator fault = sequence(proxy.getTargetInLineFaultSequence(), proxy.getTargetFaultSequence());
        return flow(proxy.getName(), in, out, fault, target(proxy));
    }

    /** Both ways, each message runs through the same sequence; {@code in} and {@code out} in it tell them apart. */
    private Flow mainFlow() throws NotKnown {
        if (!configuration.getAPIs().isEmpty()) {
            throw new NotKnown("there are APIs, which see a message before the main sequence");
        }
        if (!(configuration.getMainSequence() instanceof SequenceMediator main) || main.isDynamic()) {
            throw new NotKnown("the main sequence is not part of the configuration");
        }
        SequenceMediator fault = configuration.getFaultSequence() instanceof SequenceMediator plain ? plain : null;
        return flow(SynapseConstants.MAIN_SEQUENCE_KEY, main, main, fault, null);
    }

    private Flow flow(
            String name, SequenceMediator in, SequenceMediator out, SequenceMediator fault, Destination target)
            throws NotKnown {
        requirePlain(in);
        requirePlain(out);
        requirePlain(fault);
        Map<String, Stage> handlers = new HashMap<>();
        SequenceCompiler.Handlers finder = key -> {
            String known = String.valueOf(key);
            if (!handlers.containsKey(known)) {
                handlers.put(known, fault(key == null ? fault : Mediators.named(key, configuration)));
            }
            return handlers.get(known);
        };
        Stage request = compiler(finder, Direction.REQUEST, target).compile(Mediators.of(in));
        return new Flow(name, request, answer(request, out, finder), finder.named(null));
    }

    private Stage answer(Stage request, SequenceMediator out, SequenceCompiler.Handlers finder) throws NotKnown {
        if (out == null || !sends(request)) {
            return Stage.Back.UNCHANGED;
        }
        return compiler(finder, Direction.ANSWER, null).compile(Mediators.of(out));
    }

    private static boolean sends(Stage stage) {
        return (stage instanceof Stage.Send send && !send.oneWay())
                || stage.following().stream().anyMatch(Compiler::sends);
    }

    /** Without a sequence, or with one that sends nothing, stock leaves the client without an answer: then it is told in our words. */
    private Stage fault(SequenceMediator sequence) throws NotKnown {
        if (sequence == null) {
            return Stage.Tell.PLAINLY;
        }
        requirePlain(sequence);
        SequenceCompiler.Handlers none = key -> Stage.Tell.PLAINLY;
        return compiler(none, Direction.FAULT, null).compile(Mediators.of(sequence));
    }

    private SequenceCompiler compiler(SequenceCompiler.Handlers finder, Direction direction, Destination target) {
        return new SequenceCompiler(configuration, stylesheets, finder, direction, target);
    }

    private Destination target(ProxyService proxy) throws NotKnown {
        Endpoint inline = proxy.getTargetInLineEndpoint();
        if (inline != null) {
            return Targets.of(inline, Known.NOTHING, configuration);
        }
        return proxy.getTargetEndpoint() == null ? null : Targets.named(proxy.getTargetEndpoint(), configuration);
    }

    private SequenceMediator sequence(SequenceMediator inline, String key) throws NotKnown {
        if (inline != null) {
            return inline;
        }
        return key == null ? null : Mediators.named(key, configuration);
    }

    private static void requirePlain(SequenceMediator sequence) throws NotKnown {
        if (sequence != null
                && (sequence.getTraceState() == SynapseConstants.TRACING_ON || sequence.isStatisticsEnable())) {
            throw new NotKnown("the sequence '" + sequence.getName() + "' is traced or counted");
        }
    }

    private static void requirePlain(ProxyService proxy) throws NotKnown {
        if (proxy.getTransports() != null && !proxy.getTransports().contains("http")) {
            throw new NotKnown("the proxy is not served by http");
        }
        if (proxy.isWsAddrEnabled() || proxy.isWsSecEnabled() || proxy.isModuleEngaged()) {
            throw new NotKnown("the proxy engages WS-Addressing, WS-Security or another module");
        }
        if (!proxy.getPolicies().isEmpty() || !proxy.getServiceLevelPolicies().isEmpty()) {
            throw new NotKnown("the proxy has policies");
        }
        if (proxy.getTraceState() == SynapseConstants.TRACING_ON
                || (proxy.getAspectConfiguration() != null
                        && proxy.getAspectConfiguration().isStatisticsEnable())) {
            throw new NotKnown("the proxy is traced or counted");
        }
        if (!proxy.isStartOnLoad()) {
            throw new NotKnown("the proxy is not started");
        }
        if (!proxy.getPinnedServers().isEmpty()) {
            throw new NotKnown("the proxy is pinned to servers");
        }
    }
}
