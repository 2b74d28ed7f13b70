package org.busbench.backend.instance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.busbench.backend.quote.Counters;

/** What can be read with GET, the same from both engines: the WSDL and the counters. */
public final class Pages {
    private static final String WSDL = "SimpleStockQuote.wsdl";
    private static final String ADDRESS_IN_WSDL = "http://127.0.0.1:9000" + Instance.PATH;

    private final List<Instance> instances;
    private final String wsdl;

    /** Makes the pages of all instances of this process. */
    public Pages(List<Instance> instances) {
        this.instances = List.copyOf(instances);
        this.wsdl = load();
        if (!wsdl.contains(ADDRESS_IN_WSDL)) {
            throw new IllegalStateException(WSDL + " does not hold the address " + ADDRESS_IN_WSDL);
        }
    }

    /** Returns the service's WSDL with the address of one instance. */
    public String wsdl(String url) {
        return wsdl.replace(ADDRESS_IN_WSDL, url);
    }

    /** Returns the counters as JSON: the sums, and those of each instance by its name. */
    public String stats() {
        Counters.Counts sum = new Counters.Counts(0, 0, 0);
        for (Instance instance : instances) {
            sum = sum.plus(instance.service().counters().counts());
        }
        return instances.stream()
                .map(instance -> "\"" + instance.name() + "\":{"
                        + json(instance.service().counters().counts()) + "}")
                .collect(Collectors.joining(",", "{" + json(sum) + ",\"instances\":{", "}}"));
    }

    private static String json(Counters.Counts counts) {
        return "\"received\":" + counts.received() + ",\"answered\":" + counts.answered() + ",\"refused\":"
                + counts.refused();
    }

    private static String load() {
        try (InputStream in = Pages.class.getResourceAsStream(WSDL)) {
            if (in == null) {
                throw new IllegalStateException(WSDL + " is missing from the program's own jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
