package org.busbench.mediation.compile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.logging.Log;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.core.axis2.ProxyService;
import org.apache.synapse.mediators.base.SequenceMediator;
import org.apache.synapse.rest.API;
import org.apache.synapse.rest.RESTConstants;
import org.apache.synapse.rest.Resource;
import org.apache.synapse.rest.version.DefaultStrategy;
import org.busbench.mediation.compile.MessageState.Direction;
import org.busbench.mediation.embedded.EmbeddedSynapse;
import org.busbench.mediation.fastlane.Flow;
import org.busbench.mediation.fastlane.FlowInstruction;
import org.busbench.mediation.fastlane.LogWriter;
import org.busbench.mediation.fastlane.RestApi;

/**
 * Decides the lane of each proxy, of each API and of the main sequence: it is compiled to a flow of the fast lane unless something in it is not known there.
 *
 * <p>Used once, after Synapse has read its configuration, by one thread.
 */
public final class Compiler {

    /** Synapse's name of the service that gets messages for no proxy. */
    private static final String MAIN_SERVICE = "__SynapseService";

    private final SynapseConfiguration configuration;
    private final Formats formats;
    private final StylesheetCompiler stylesheets;
    private EmbeddedSynapse embedded;
    private FlowSteps steps = new FlowSteps();

    /**
     * For one configuration.
     *
     * @param configuration as the engine has read it; it is not changed
     * @param formats of Axis2
     */
    public Compiler(SynapseConfiguration configuration, Formats formats) {
        this.configuration = configuration;
        this.formats = formats;
        this.stylesheets = new StylesheetCompiler(configuration);
    }

    /** Returns the lane of each proxy, by its name, in alphabetical order. */
    public Map<String, Lane> lanes() {
        Map<String, Lane> lanes = new TreeMap<>();
        for (ProxyService proxy : configuration.getProxyServices()) {
            lanes.put(proxy.getName(), lane(() -> {
                requirePlain(proxy);
                Flow flow = flow(proxy);
                return proxy.isWsSecEnabled() ? flow.behind(SecurityCompiler.of(proxy, configuration)) : flow;
            }));
        }
        return lanes;
    }

    /** Returns the lane of each resource of each API, in alphabetical order of the APIs' names. */
    public Map<RestApi, Lane> apis() {
        Map<RestApi, Lane> lanes = new LinkedHashMap<>();
        configuration.getAPIs().stream()
                .sorted(Comparator.comparing(API::getName))
                .forEach(api -> {
                    ResourceChooser chooser = new ResourceChooser(List.of(api.getResources()));
                    for (Resource resource : api.getResources()) {
                        lanes.put(described(api, resource, chooser), lane(() -> flow(api, resource)));
                    }
                });
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
        steps = new FlowSteps();
        try {
            if (configuration.getMandatorySequence() != null) {
                throw new NotCompilable("there is a mandatory sequence");
            }
            Flow flow = source.flow();
            flow.soapVersion();
            return new Lane.Fast(flow, steps.lines());
        } catch (NotCompilable | IllegalArgumentException e) {
            // The latter for endpoints that want different versions of SOAP.
            return new Lane.Engine(e.getMessage(), steps.lines());
        }
    }

    private Flow flow(ProxyService proxy) throws NotCompilable {
        SequenceMediator in = sequence(proxy.getTargetInLineInSequence(), proxy.getTargetInSequence());
        SequenceMediator out = sequence(proxy.getTargetInLineOutSequence(), proxy.getTargetOutSequence());
        SequenceMediator fault = handler(proxy.getTargetInLineFaultSequence(), proxy.getTargetFaultSequence());
        return flow(proxy.getName(), proxy.getName(), in, out, fault, "/services/" + proxy.getName(), null)
                .withActions(WsdlActions.of(proxy, configuration));
    }

    private static RestApi described(API api, Resource resource, ResourceChooser chooser) {
        String words = chooser.resources().size() == 1 ? "" : ResourceChooser.words(resource);
        return new RestApi(api.getName(), context(api), words, chooser.of(resource));
    }

    private Flow flow(API api, Resource resource) throws NotCompilable {
        requirePlain(api);
        requirePlain(resource);
        SequenceMediator in = sequence(resource.getInSequence(), resource.getInSequenceKey());
        SequenceMediator out = sequence(resource.getOutSequence(), resource.getOutSequenceKey());
        SequenceMediator fault = handler(resource.getFaultSequence(), resource.getFaultSequenceKey());
        return flow(api.getName(), MAIN_SERVICE, in, out, fault == null ? mainFault() : fault, "", null);
    }

    /** As in Synapse, the main fault sequence takes the place of one that is not there. */
    private SequenceMediator handler(SequenceMediator inline, String key) throws NotCompilable {
        boolean isMissing =
                key != null && MediatorQueue.isWhole(configuration) && configuration.getSequence(key) == null;
        return inline == null && isMissing ? mainFault() : sequence(inline, key);
    }

    private SequenceMediator mainFault() {
        return configuration.getFaultSequence() instanceof SequenceMediator plain ? plain : null;
    }

    /** Requests and answers run through the same sequence; {@code in} and {@code out} in it tell them apart. */
    private Flow mainFlow() throws NotCompilable {
        if (!configuration.getAPIs().isEmpty()) {
            throw new NotCompilable("there are APIs, which see a message before the main sequence");
        }
        if (!(configuration.getMainSequence() instanceof SequenceMediator main) || main.isDynamic()) {
            throw new NotCompilable("the main sequence is not part of the configuration");
        }
        return flow(SynapseConstants.MAIN_SEQUENCE_KEY, MAIN_SERVICE, main, main, mainFault(), null, null);
    }

    /** @param earlier has met the whole flow; null the first time */
    private Flow flow(
            String name,
            String service,
            SequenceMediator in,
            SequenceMediator out,
            SequenceMediator fault,
            String address,
            EmbeddedCompiler earlier)
            throws NotCompilable {
        requirePlain(in);
        requirePlain(out);
        requirePlain(fault);
        EmbeddedCompiler embedding = new EmbeddedCompiler(configuration, this::synapse, earlier);
        Log log = LogWriter.ofService(service);
        Map<String, FlowInstruction> compiled = new HashMap<>();
        SequenceCompiler.Handlers handlers = key -> {
            String known = String.valueOf(key);
            if (!compiled.containsKey(known)) {
                compiled.put(
                        known,
                        faultHandler(
                                key == null ? fault : MediatorQueue.named(key, configuration),
                                log,
                                embedding,
                                key != null || !service.equals(MAIN_SERVICE) || MediatorQueue.isSilent(mainFault())));
            }
            return compiled.get(known);
        };
        SequenceCompiler requests = compiler(embedding, handlers, log, Direction.REQUEST, out, address);
        FlowInstruction request = requests.compile(MediatorQueue.of(in));
        FlowInstruction answer =
                out == null || !expectsAnswer(request) ? FlowInstruction.RelayAnswer.UNCHANGED : requests.answers(out);
        if (expectsAnswer(answer)) {
            throw new NotCompilable("a <send> in the out sequence, which gets its answer again");
        }
        Flow flow = requests.flow(name, service, request, answer, handlers.named(null));
        embedding.requireTypedFaults();
        // A fault sequence, say, may have been compiled before it was known that a property holds no text.
        return earlier != null || embedding.found().isEmpty()
                ? flow
                : flow(name, service, in, out, fault, address, embedding);
    }

    /** Whether the out sequence may get an answer. */
    private static boolean expectsAnswer(FlowInstruction first) {
        if (first instanceof FlowInstruction.Send send) {
            return !send.oneWay() && (send.answer() == null || expectsAnswer(send.answer()));
        }
        return first.successors().stream().anyMatch(Compiler::expectsAnswer);
    }

    /** Without a sequence, or with one that sends nothing, stock Synapse leaves the client without an answer; the fast lane sends a fault. */
    private FlowInstruction faultHandler(SequenceMediator sequence, Log log, EmbeddedCompiler embedding, boolean isLast)
            throws NotCompilable {
        if (sequence == null) {
            return FlowInstruction.SendFault.DEFAULT;
        }
        requirePlain(sequence);
        FlowInstruction first = compiler(
                        embedding, key -> FlowInstruction.SendFault.DEFAULT, log, Direction.FAULT, null, null)
                .compile(MediatorQueue.of(sequence));
        // Behind the last one comes only the fast lane's own fault, which stands for all that sends nothing.
        return isLast ? first : new FlowInstruction.OnFault(faultHandler(mainFault(), log, embedding, true), first);
    }

    /** Made for the first mediator that is embedded: most configurations have none. */
    private EmbeddedSynapse synapse() {
        if (embedded == null) {
            embedded = new EmbeddedSynapse(configuration);
        }
        return embedded;
    }

    private SequenceCompiler compiler(
            EmbeddedCompiler embedding,
            SequenceCompiler.Handlers handlers,
            Log log,
            Direction direction,
            SequenceMediator out,
            String address) {
        return new SequenceCompiler(
                configuration, stylesheets, embedding, steps, handlers, log, direction, out, address, formats);
    }

    private SequenceMediator sequence(SequenceMediator inline, String key) throws NotCompilable {
        if (inline != null) {
            return inline;
        }
        return key == null ? null : MediatorQueue.named(key, configuration);
    }

    private static void requirePlain(SequenceMediator sequence) throws NotCompilable {
        if (sequence != null && LogCompiler.isTraced(sequence.getTraceState())) {
            throw new NotCompilable("the sequence '" + sequence.getName() + "' is traced");
        }
    }

    /** Refuses an API that takes some requests of another one: the order of the configuration decides between them, which only the engine knows. */
    private void requirePlain(API api) throws NotCompilable {
        String context = context(api);
        String named = RestApi.service(context);
        if (named == null
                ? RestApi.namesService(context)
                : configuration.getProxyService(named) != null || RestApi.namesService(named)) {
            throw new NotCompilable("the API's context names services in another way than /services/NAME");
        }
        for (API other : configuration.getAPIs()) {
            if (other != api && (isAtOrBelow(other, api) || isAtOrBelow(api, other))) {
                throw new NotCompilable("the API '" + other.getName() + "' takes some of the same requests");
            }
        }
        if (api.getHost() != null || api.getPort() >= 0 || api.getProtocol() == RESTConstants.PROTOCOL_HTTPS_ONLY) {
            throw new NotCompilable("the API is for one host, one port, or https alone");
        }
        if (api.getHandlers().length > 0) {
            throw new NotCompilable("the API has handlers");
        }
    }

    private static boolean isAtOrBelow(API one, API other) {
        return (context(one) + "/").startsWith(context(other) + "/");
    }

    /** The path of the API, with the version where that is a part of it. */
    private static String context(API api) {
        return api.getVersionStrategy() instanceof DefaultStrategy
                ? api.getContext()
                : api.getContext() + "/" + api.getVersion();
    }

    private static void requirePlain(Resource resource) throws NotCompilable {
        if (resource.getContentType() != null
                || resource.getUserAgent() != null
                || resource.getProtocol() == RESTConstants.PROTOCOL_HTTPS_ONLY) {
            throw new NotCompilable("the API's resource is for one content type or user agent, or https alone");
        }
    }

    private static void requirePlain(ProxyService proxy) throws NotCompilable {
        if (proxy.getTransports() != null && !proxy.getTransports().contains("http")) {
            throw new NotCompilable("the proxy is not served by http");
        }
        if (proxy.isWsAddrEnabled() || (proxy.isModuleEngaged() && !proxy.isWsSecEnabled())) {
            throw new NotCompilable("the proxy engages WS-Addressing or another module");
        }
        if (!proxy.isWsSecEnabled() && !proxy.getPolicies().isEmpty()) {
            throw new NotCompilable("the proxy has policies");
        }
        if (LogCompiler.isTraced(proxy.getTraceState())) {
            throw new NotCompilable("the proxy is traced");
        }
        if (!proxy.isStartOnLoad()) {
            throw new NotCompilable("the proxy is not started");
        }
        if (!proxy.getPinnedServers().isEmpty()) {
            throw new NotCompilable("the proxy is pinned to servers");
        }
    }
}
