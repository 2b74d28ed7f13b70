package org.busbench.harness.load;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.busbench.common.http.Access;
import org.busbench.common.tls.ClientTls;
import org.busbench.harness.scenario.RequestPath;
import org.busbench.harness.scenario.Scenario;

/**
 * One stretch of load.
 *
 * @param plan what is run, with which messages
 * @param length after which the plan ends by itself; rounded up to whole seconds
 * @param access how the server wants to be asked
 * @param route the backend instance that must have answered; null for the one in the plan's data
 * @param pace when requests are sent
 * @param rival the other side of a duet, which gets every second user; null for a load on one server
 * @param recorded whether the nio injector writes its logs beside the sample log; false for load that is not measured
 */
public record LoadRequest(
        Plan plan,
        URI url,
        Access access,
        int users,
        Duration length,
        String route,
        Path samples,
        Pace pace,
        Rival rival,
        boolean recorded,
        long salt) {

    /** Different answers of which each is compared as XML afterwards; every other one is compared with them to the byte. */
    private static final String CONTENTS = "40";

    private static final String CONTENTS_LARGE = "20";

    /**
     * What is run.
     *
     * @param file the JMeter plan, or what stands for it
     * @param scenario folder whose {@code scenario.json} says what is sent and demanded
     * @param size of the messages, one of the scenario's
     * @param large whether a message is so large that few whole answers are kept
     * @param limit of the key whose rows are limited
     */
    public record Plan(Path file, Path scenario, String size, boolean large, Optional<Scenario.Limit> limit) {
        /** Of messages above this size fewer whole answers are kept. */
        private static final long LARGE_BYTES = 50_000;

        /**
         * The plan by which a scenario is asked: one of its own, or that of all scenarios.
         *
         * @param folder of the plans of one injector
         */
        public static Plan of(Path folder, Scenario scenario, String size) {
            Path own = folder.resolve(scenario.name() + ".jmx");
            Path body = scenario.request().bodies().get(size);
            return new Plan(
                    Files.isRegularFile(own) ? own : folder.resolve("scenario.jmx"),
                    scenario.folder(),
                    size,
                    body != null && body.toFile().length() > LARGE_BYTES,
                    scenario.limit());
        }

        /** The plan of an injector that reads the scenario itself. */
        public static Plan ofScenario(Scenario scenario, String size) {
            Plan plan = of(scenario.folder(), scenario, size);
            return new Plan(
                    scenario.folder().resolve("scenario.json"),
                    plan.scenario(),
                    plan.size(),
                    plan.large(),
                    plan.limit());
        }
    }

    /**
     * The other server of a duet, asked by plain HTTP for the same job.
     *
     * @param folder where its interval log and its evidence go
     */
    public record Rival(URI url, Path folder, long salt) {
        private void into(Map<String, String> properties) {
            properties.put("nio.rival.url", url.toString());
            properties.put("nio.rival.salt", Long.toHexString(salt));
            properties.put("nio.rival.record", folder.toAbsolutePath().toString());
            properties.put("nio.rival.evidence", folder.toAbsolutePath().toString());
        }
    }

    /**
     * When requests are sent.
     *
     * @param ratePerSecond requests per second of an open model; empty for a closed one
     */
    public record Pace(Duration think, Optional<Integer> ratePerSecond) {}

    /** This load, with as many users again for a rival: requests are dealt to both in turn. */
    public LoadRequest beside(Rival other) {
        return new LoadRequest(plan, url, access, 2 * users, length, route, samples, pace, other, recorded, salt);
    }

    /** The plan's properties; the stock plans know nothing of pace and of the nio injector's own, and ignore them. */
    Map<String, String> properties() {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("protocol", url.getScheme());
        properties.put("host", url.getHost());
        properties.put("port", Integer.toString(ClientTls.port(url)));
        properties.put("path", path());
        if (access.tls().insecure()) {
            properties.put("trustAll", "true");
        }
        properties.putAll(access.properties());
        properties.put("UserThreads", Integer.toString(users));
        properties.put("rampup", "0");
        properties.put("duration", Long.toString((length.toMillis() + 999) / 1000));
        properties.put("scenario", plan.scenario().toAbsolutePath().toString());
        properties.put("payload", plan.size());
        if (route != null) {
            properties.put("route", route);
        }
        if (!pace.think().isZero()) {
            properties.put("think", Long.toString(pace.think().toMillis()));
        }
        pace.ratePerSecond().ifPresent(rate -> properties.put("rate", Integer.toString(rate)));
        properties.put("nio.jtl", "failures");
        properties.put("nio.salt", Long.toHexString(salt));
        plan.limit().ifPresent(limit -> {
            properties.put("nio.limit.perSecond", Integer.toString(limit.perSecond()));
            properties.put("nio.limit.burst", Integer.toString(limit.burst()));
        });
        if (recorded) {
            properties.put("nio.evidence", samples.toAbsolutePath().getParent().toString());
            properties.put("nio.contents", plan.large() ? CONTENTS_LARGE : CONTENTS);
        } else {
            properties.put("nio.record", "none");
        }
        if (rival != null) {
            rival.into(properties);
        }
        return properties;
    }

    private String path() {
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        return RequestPath.shown(url.getRawQuery() == null ? path : path + "?" + url.getRawQuery(), plan.size());
    }
}
