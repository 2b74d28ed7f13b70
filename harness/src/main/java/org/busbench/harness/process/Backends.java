package org.busbench.harness.process;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.busbench.common.FreePorts;
import org.busbench.harness.adapter.Expressions;
import org.busbench.harness.text.Problem;

/** Where the backend's instances listen. */
public record Backends(Map<String, Integer> ports) {
    /** The address on which everything listens. */
    public static final String HOST = "127.0.0.1";

    private static final String PATH = "/services/SimpleStockQuoteService";
    /** Names the property by which the command line says where the ports begin; 9000 unless it does. */
    public static final String FIRST_PORT = "busbench.backends.port";

    private static final int USUAL_PORT = 9000;

    /** Refuses a set that is not complete. */
    public Backends {
        ports = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(ports));
        if (!List.copyOf(ports.keySet()).equals(Expressions.BACKENDS)) {
            throw new IllegalArgumentException("backends " + ports.keySet() + " instead of " + Expressions.BACKENDS);
        }
    }

    /** The ports that the documentation names, or those that the command line does. */
    public static Backends usual() {
        return from(Integer.getInteger(FIRST_PORT, USUAL_PORT));
    }

    /** Consecutive ports. */
    public static Backends from(int firstPort) {
        Map<String, Integer> ports = new LinkedHashMap<>();
        for (String letter : Expressions.BACKENDS) {
            ports.put(letter, firstPort + ports.size());
        }
        return new Backends(ports);
    }

    /** Ports that are free now. */
    public static Backends free() {
        try {
            return from(FreePorts.inARow(Expressions.BACKENDS.size()));
        } catch (IllegalStateException none) {
            throw new Problem(none.getMessage(), none);
        }
    }

    /** The name that an instance gives in its answers. */
    public static String nameOf(String letter) {
        return "backend-" + letter;
    }

    /** Address of an instance's service. */
    public URI url(String letter) {
        return URI.create("http://" + HOST + ":" + ports.get(letter) + PATH);
    }

    /** The addresses of all, by letter. */
    public Map<String, String> urls() {
        Map<String, String> urls = new LinkedHashMap<>();
        ports.keySet().forEach(letter -> urls.put(letter, url(letter).toString()));
        return urls;
    }
}
