package org.busbench.mediation;

import java.io.PrintStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.synapse.config.SynapseConfiguration;
import org.busbench.mediation.compile.Compiler;
import org.busbench.mediation.compile.Formats;
import org.busbench.mediation.compile.Lane;
import org.busbench.mediation.fastlane.EndpointSpec;
import org.busbench.mediation.fastlane.FastLane;
import org.busbench.mediation.fastlane.Flow;
import org.busbench.mediation.fastlane.RestApi;
import org.busbench.mediation.xslt.Stylesheet;

/** The lane of each proxy and API of one configuration, and of its main sequence. Immutable. */
final class Lanes {
    private final Map<String, Lane> byName = new TreeMap<>();
    private final Map<RestApi, Lane> apis = new LinkedHashMap<>();
    private final Lane main;

    /** With a fast lane; or, for the reason {@code noFastLane} if it is not null, with all proxies in the engine. */
    Lanes(SynapseConfiguration configuration, Formats formats, String noFastLane) {
        boolean fast = noFastLane == null;
        Lane engine = new Lane.Engine(noFastLane, List.of());
        Compiler compiler = new Compiler(configuration, formats);
        HostNames names = new HostNames();
        compiler.lanes().forEach((name, lane) -> byName.put(name, fast ? names.checked(lane) : engine));
        compiler.apis().forEach((api, lane) -> apis.put(api, fast ? names.checked(lane) : engine));
        main = fast ? names.checked(compiler.main()) : engine;
    }

    /** Whether a proxy or an API is in the engine. Messages for neither, and descriptions of services, are left to an engine that starts when one is wanted. */
    boolean needEngine() {
        return byName.values().stream().anyMatch(Lane.Engine.class::isInstance)
                || apis.values().stream().anyMatch(Lane.Engine.class::isInstance);
    }

    /** The compiled flows, for the fast lane. */
    FastLane.Flows flows() {
        return new FastLane.Flows(
                compiled(byName),
                compiled(apis),
                main instanceof Lane.Fast compiled ? compiled.flow() : null,
                byName.keySet());
    }

    private static <K> Map<K, Flow> compiled(Map<K, Lane> lanes) {
        Map<K, Flow> flows = new LinkedHashMap<>();
        lanes.forEach((key, lane) -> {
            if (lane instanceof Lane.Fast compiled) {
                flows.put(key, compiled.flow());
            }
        });
        return flows;
    }

    /** Prints a line for each proxy and API, and one for the main sequence: its name, its lane, and why it has no other; in the fast lane, how its stylesheets are done. A line for each step follows. */
    void explain(PrintStream out) {
        byName.forEach((name, lane) -> explain(name, lane, out));
        apis.forEach((api, lane) -> explain(("api:" + api.name() + " " + api.resource()).strip(), lane, out));
        explain("(main sequence)", main, out);
    }

    private static void explain(String name, Lane lane, PrintStream out) {
        String which = lane instanceof Lane.Fast fast
                ? "fast" + stylesheets(fast.flow())
                : "engine\t" + ((Lane.Engine) lane).reason();
        out.println(name + "\t" + which);
        lane.steps().forEach(step -> out.println("  " + step));
    }

    private static String stylesheets(Flow flow) {
        StringBuilder all = new StringBuilder();
        for (Stylesheet stylesheet : flow.stylesheets()) {
            String why = stylesheet.needsTree();
            all.append(all.isEmpty() ? "\t" : ", ").append(stylesheet.name());
            all.append(why.isEmpty() ? " streamed" : " on a tree (" + why + ")");
        }
        return all.toString();
    }

    @Override
    public String toString() {
        int fast = compiled(byName).size();
        return fast + " proxies in the fast lane, " + (byName.size() - fast) + " in the engine lane";
    }

    /**
     * Moves a flow to the engine lane when it names a host without an address. The fast lane sends only to addresses that it knows; the engine asks for the
     * address with each message, and lets the message fail as its endpoint says. Each name is looked up once, and the thread waits for that.
     */
    private static final class HostNames {
        private final Map<String, Boolean> found = new HashMap<>();

        /** Returns the lane, or the engine lane with the reason. */
        Lane checked(Lane lane) {
            if (!(lane instanceof Lane.Fast fast)) {
                return lane;
            }
            for (EndpointSpec.Address endpoint : fast.flow().endpoints()) {
                if (!found.computeIfAbsent(endpoint.host(), HostNames::hasAddress)) {
                    return new Lane.Engine(
                            "the host '" + endpoint.host()
                                    + "' has no address now; read the configuration again when it has",
                            lane.steps());
                }
            }
            return lane;
        }

        private static boolean hasAddress(String host) {
            try {
                return InetAddress.getByName(host) != null;
            } catch (UnknownHostException e) {
                return false;
            }
        }
    }
}
