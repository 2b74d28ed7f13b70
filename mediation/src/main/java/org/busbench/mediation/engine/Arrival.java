package org.busbench.mediation.engine;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.RequestHead;

/**
 * A request's head, as long as workers need it.
 *
 * @param method as it was written
 * @param target path and query, or a whole URL when the client takes us for its proxy
 * @param fields names and values, in the order in which they came
 * @param hasBody whether bytes of a body follow
 * @param client the client's address, or null when it has gone
 */
record Arrival(
        String method, String target, List<Map.Entry<String, String>> fields, boolean hasBody, InetAddress client) {

    private static final Set<String> WITH_CONTENT = Set.of("POST", "PUT", "PATCH");

    /** Reads the head; on the loop's thread. */
    static Arrival of(Exchange exchange) {
        RequestHead head = exchange.request();
        List<Map.Entry<String, String>> fields = new ArrayList<>(head.fieldCount());
        for (int i = 0; i < head.fieldCount(); i++) {
            fields.add(Map.entry(head.fieldName(i), head.fieldValue(i)));
        }
        var client = exchange.streaming().client();
        return new Arrival(
                head.method(),
                head.target(),
                List.copyOf(fields),
                head.bodyLength() != 0,
                client == null ? null : client.getAddress());
    }

    /** {@return the method in capitals, as Synapse compares it} */
    String upperMethod() {
        return method.toUpperCase(Locale.ROOT);
    }

    /** {@return whether it has content by its method, be that empty, or a body} */
    boolean isEnclosing() {
        return hasBody || WITH_CONTENT.contains(upperMethod());
    }

    /** {@return the value of the first field of this name, or null} */
    String field(String name) {
        return fields.stream()
                .filter(field -> field.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }
}
