package org.busbench.harness.adapter;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The names that {@code ${...}} knows in an adapter's file and in its templates. */
public final class Expressions {
    public static final List<String> BACKENDS = List.of("A", "B", "C");

    /** The backend over TLS. */
    public static final String TLS_BACKEND = "T";

    /** The folder of the keys and certificates for TLS. */
    public static final String TLS = "tls";

    /** The folder of the shipped scenarios, with what their programs made. */
    public static final String SCENARIOS = "scenarios";

    /** The address on which the adapter is to listen: 127.0.0.1, unless it runs on a host of its own. */
    public static final String LISTEN = "listen";

    private Expressions() {}

    static Set<String> ofEveryAdapter() {
        Set<String> names = new LinkedHashSet<>(List.of("work", "project", "adapter", LISTEN, TLS, SCENARIOS));
        for (String backend : List.of("A", "B", "C", TLS_BACKEND)) {
            names.add("backend." + backend + ".port");
            names.add("backend." + backend + ".host");
            names.add("backend." + backend + ".url");
        }
        return names;
    }

    /** The names that this adapter's templates may use. */
    public static Set<String> of(Set<String> ports) {
        Set<String> names = ofEveryAdapter();
        ports.forEach(port -> names.add("port." + port));
        return names;
    }

    /**
     * The value of each name.
     *
     * @param folders values of {@code work}, {@code project}, {@code adapter}, {@value #LISTEN}, {@value #SCENARIOS} and {@value #TLS}
     * @param ports those of the adapter, by name
     * @param backendPorts number of each backend's port, by letter
     * @param backendHost where all of them are, as it stands in a URL
     */
    public static Map<String, String> values(
            Map<String, String> folders,
            Map<String, Adapter.Port> ports,
            Map<String, Integer> backendPorts,
            Map<String, String> backendUrls,
            String backendHost) {
        Map<String, String> values = new LinkedHashMap<>(folders);
        ports.forEach((name, port) -> values.put("port." + name, Integer.toString(port.number())));
        backendPorts.forEach((name, port) -> {
            values.put("backend." + name + ".host", backendHost);
            values.put("backend." + name + ".port", port.toString());
        });
        backendUrls.forEach((name, url) -> values.put("backend." + name + ".url", url));
        return values;
    }
}
