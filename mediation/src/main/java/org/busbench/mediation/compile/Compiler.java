package org.busbench.mediation.compile;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.logging.Log;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.core.axis2.ProxyService;
import org.apache.synapse.endpoints.Endpoint;
import org.apache.synapse.mediators.base.SequenceMediator;
import org.busbench.mediation.compile.MessageState.Direction;
import org.busbench.mediation.fastlane.EndpointSpec;
import org.busbench.mediation.fastlane.Flow;
import org.busbench.mediation.fastlane.FlowInstruction;
import org.busbench.mediation.fastlane.LogWriter;

/**
 * Decides the lane of each proxy and of the main sequence: a proxy is compiled to a flow of the fast lane unless something in it is not known there.
 *
 * <p>Used once, after Synapse has read its configuration, by one thread.
 */
public final class Compiler {

    /** Synapse's name of the service that gets messages for no proxy. */
    private static final String MAIN_SERVICE = "__SynapseService";

    private final SynapseConfiguration configuration;
    private final StylesheetCompiler stylesheets;
    private final EndpointCompiler endpoints;

    /**
     * For one configuration.
     *
     * @param configuration as Synapse's own classes have read it; it is not changed
     */
    public Compiler(SynapseConfiguration configuration) {
        this.configuration = configuration;
        this.stylesheets = new StylesheetCompiler(configuration);
        this.endpoints = new EndpointCompiler(configuration);
    }

    /** Returns the lane of each proxy, by its name, in alphabetical order. */
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

    /** Returns the lane of messages that are for no proxy. */
    public Lane main() {
        return lane(this::mainFlow);
    }

    private interface Source {
        Flow flow() throws NotCompilable;
    }

    private Lane lane(Source source) {
        try {
            if (configuration.getMandatorySequence() != null) {
                throw new NotCompilable("there is a mandatory sequence");
            }
            Flow flow = source.flow();
            flow.soapVersion();
            return new Lane.Fast(flow);
        } catch (NotCompilable e) {
            return new Lane.Engine(e.getMessage());
        } catch (IllegalArgumentException e) {
            // An expression or an address that Synapse accepts and the fast lane does not.
            return new Lane.Engine(e.getMessage());
        }
    }

    private Flow flow(ProxyService proxy) throws NotCompilable {
        SequenceMediator in = sequence(proxy.getTargetInLineInSequence(), proxy.getTargetInSequence());
        SequenceMediator out = sequence(proxy.getTargetInLineOutSequence(), proxy.getTargetOutSequence());
        SequenceMediator fault = sequence(proxy.getTargetInLineFaultSequence(), proxy.getTargetFaultSequence());
        return flow(proxy.getName(), proxy.getName(), in, out, fault, target(proxy));
    }

    /** Requests and answers run through the same sequence; {@code in} and {@code out} in it tell them apart. */
    private Flow mainFlow() throws NotCompilable {
        if (!configuration.getAPIs().isEmpty()) {
            throw new NotCompilable("there are APIs, which see a message before the main sequence");
        }
        if (!(configuration.getMainSequence() instanceof SequenceMediator main) || main.isDynamic()) {
            throw new NotCompilable("the main sequence is not part of the configuration");
        }
        SequenceMediator fault = configuration.getFaultSequence() instanceof SequenceMediator plain ? plain : null;
        return flow(SynapseConstants.MAIN_SEQUENCE_KEY, MAIN_SERVICE, main, main, fault, null);
    }

    private Flow flow(
            String name,
            String service,
            SequenceMediator in,
            SequenceMediator out,
            SequenceMediator fault,
            EndpointSpec target)
            throws NotCompilable {
        requirePlain(in);
        requirePlain(out);
        requirePlain(fault);
        Log log = LogWriter.ofService(service);
        Map<String, FlowInstruction> compiled = new HashMap<>();
        SequenceCompiler.Handlers handlers = key -> {
            String known = String.valueOf(key);
            if (!compiled.containsKey(known)) {
                compiled.put(known, faultHandler(key == null ? fault : MediatorQueue.named(key, configuration), log));
            }
            return compiled.get(known);
        };
        FlowInstruction request =
                compiler(handlers, log, Direction.REQUEST, target).compile(MediatorQueue.of(in));
        FlowInstruction answer = out == null || !expectsAnswer(request)
                ? FlowInstruction.RelayAnswer.UNCHANGED
                : compiler(handlers, log, Direction.ANSWER, null).compile(MediatorQueue.of(out));
        return new Flow(name, service, request, answer, handlers.named(null));
    }

    private static boolean expectsAnswer(FlowInstruction first) {
        return (first instanceof FlowInstruction.Send send && !send.oneWay())
                || first.successors().stream().anyMatch(Compiler::expectsAnswer);
    }

    /** Without a sequence, or with one that sends nothing, stock Synapse leaves the client without an answer; the fast lane sends a fault. */
    private FlowInstruction faultHandler(SequenceMediator sequence, Log log) throws NotCompilable {
        if (sequence == null) {
            return FlowInstruction.SendFault.DEFAULT;
        }
        requirePlain(sequence);
        SequenceCompiler.Handlers none = key -> FlowInstruction.SendFault.DEFAULT;
        return compiler(none, log, Direction.FAULT, null).compile(MediatorQueue.of(sequence));
    }

    private SequenceCompiler compiler(
            SequenceCompiler.Handlers handlers, Log log, Direction direction, EndpointSpec target) {
        return new SequenceCompiler(configuration, stylesheets, handlers, log, direction, target);
    }

    private EndpointSpec target(ProxyService proxy) throws NotCompilable {
        Endpoint inline = proxy.getTargetInLineEndpoint();
        if (inline != null) {
            return endpoints.of(inline, null);
        }
        return proxy.getTargetEndpoint() == null ? null : endpoints.named(proxy.getTargetEndpoint());
    }

    private SequenceMediator sequence(SequenceMediator inline, String key) throws NotCompilable {
        if (inline != null) {
            return inline;
        }
        return key == null ? null : MediatorQueue.named(key, configuration);
    }

    private static void requirePlain(SequenceMediator sequence) throws NotCompilable {
        if (sequence != null
                && (sequence.getTraceState() == SynapseConstants.TRACING_ON || sequence.isStatisticsEnable())) {
            throw new NotCompilable("the sequence '" + sequence.getName() + "' is traced or counted");
        }
    }

    private static void requirePlain(ProxyService proxy) throws NotCompilable {
        if (proxy.getTransports() != null && !proxy.getTransports().contains("http")) {
            throw new NotCompilable("the proxy is not served by http");
        }
        if (proxy.isWsAddrEnabled() || proxy.isWsSecEnabled() || proxy.isModuleEngaged()) {
            throw new NotCompilable("the proxy engages WS-Addressing, WS-Security or another module");
        }
        if (!proxy.getPolicies().isEmpty() || !proxy.getServiceLevelPolicies().isEmpty()) {
            throw new NotCompilable("the proxy has policies");
        }
        if (proxy.getTraceState() == SynapseConstants.TRACING_ON
                || (proxy.getAspectConfiguration() != null
                        && proxy.getAspectConfiguration().isStatisticsEnable())) {
            throw new NotCompilable("the proxy is traced or counted");
        }
        if (!proxy.isStartOnLoad()) {
            throw new NotCompilable("the proxy is not started");
        }
        if (!proxy.getPinnedServers().isEmpty()) {
            throw new NotCompilable("the proxy is pinned to servers");
        }
    }
}
