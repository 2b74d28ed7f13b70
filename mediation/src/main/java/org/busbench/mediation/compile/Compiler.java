package org.busbench.mediation.compile;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.synapse.Mediator;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.core.axis2.ProxyService;
import org.apache.synapse.endpoints.Endpoint;
import org.apache.synapse.mediators.base.SequenceMediator;

/** Finds the lane of each proxy. Used once, at start, after Synapse has read its configuration. */
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
            lanes.put(proxy.getName(), lane(proxy));
        }
        return lanes;
    }

    private Lane lane(ProxyService proxy) {
        try {
            requirePlain(proxy);
            return new Lane.Fast(flow(proxy));
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
        if (fault == null) {
            throw new NotKnown("the proxy has no fault sequence: who fails is not answered");
        }
        Stage request =
                new RequestCompiler(configuration, stylesheets, target(proxy)).compile(mediators(in), List.of());
        Reply answer = out == null
                ? new Reply(List.of(), List.of())
                : new ReplyCompiler(configuration, stylesheets).compile(mediators(out));
        return new Flow(proxy.getName(), request, answer, fault(in, fault), fault(out, fault));
    }

    private Fault fault(SequenceMediator handled, SequenceMediator otherwise) throws NotKnown {
        SequenceMediator handler = handled == null || handled.getErrorHandler() == null
                ? otherwise
                : sequence(null, handled.getErrorHandler());
        return new FaultCompiler(configuration).compile(mediators(handler));
    }

    private Target target(ProxyService proxy) throws NotKnown {
        Endpoint inline = proxy.getTargetInLineEndpoint();
        if (inline != null) {
            return Targets.of(inline, configuration);
        }
        return proxy.getTargetEndpoint() == null ? null : Targets.named(proxy.getTargetEndpoint(), configuration);
    }

    private SequenceMediator sequence(SequenceMediator inline, String key) throws NotKnown {
        if (inline != null) {
            return inline;
        }
        if (key == null) {
            return null;
        }
        if (configuration.getSequence(key) instanceof SequenceMediator sequence && !sequence.isDynamic()) {
            return sequence;
        }
        throw new NotKnown("the sequence '" + key + "' is not part of the configuration");
    }

    private static Mediators mediators(SequenceMediator sequence) {
        List<Mediator> list = sequence == null ? List.of() : sequence.getList();
        return Mediators.of(list, Mediators.END);
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
