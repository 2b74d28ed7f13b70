package org.busbench.harness.load;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One stretch of load.
 *
 * @param plan the JMX file
 * @param url where the messages go
 * @param payload size of the messages, a name under {@code xslt/messages}
 * @param users simultaneous clients, each with one connection
 * @param length after which the plan ends by itself; rounded up to whole seconds
 * @param route the backend instance that must have answered; null for the one in the plan's data
 * @param samples the sample log to write
 */
public record LoadRequest(Path plan, URI url, String payload, int users, Duration length, String route, Path samples) {

    /** The plan's properties. */
    Map<String, String> properties() {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("protocol", url.getScheme());
        properties.put("host", url.getHost());
        properties.put("port", Integer.toString(port()));
        properties.put("path", url.getRawPath());
        properties.put("UserThreads", Integer.toString(users));
        properties.put("rampup", "0");
        properties.put("duration", Long.toString((length.toMillis() + 999) / 1000));
        properties.put("payload", payload);
        if (route != null) {
            properties.put("route", route);
        }
        return properties;
    }

    private int port() {
        if (url.getPort() >= 0) {
            return url.getPort();
        }
        return url.getScheme().equals("https") ? 443 : 80;
    }
}
