package org.busbench.mediation.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.axis2.context.MessageContext;
import org.apache.commons.collections.map.MultiValueMap;
import org.apache.synapse.transport.nhttp.NhttpConstants;
import org.apache.synapse.transport.passthru.PassThroughConstants;
import org.busbench.mediation.http.ContentCodings;
import org.busbench.mediation.http.head.HeadEdits;

/**
 * The header fields of a message as Synapse keeps them: a case-insensitive map of the first value of each name, and a second map of the other values.
 *
 * <p>For any thread.
 */
final class TransportHeaders {

    private static final String CODING = "Content-Encoding";

    /** The fields of one hop and of the framing, which the HTTP server writes, and the codings of a body, which belong to its {@link BodyPipe}. */
    private static final Set<String> WRITTEN_ANEW = names(
            "Connection",
            "Keep-Alive",
            "Proxy-Connection",
            "TE",
            "Trailer",
            "Transfer-Encoding",
            "Upgrade",
            "Content-Length",
            CODING,
            "Expect");

    /** In a content type the type itself and the names of parameters, and quoted texts. */
    private static final Pattern NAME = Pattern.compile("(?:^|;)[^=;\"]*|\"[^\"]*\"");

    private TransportHeaders() {}

    /** {@return a content type with its names in small letters (RFC 9110 sections 5.6.6 and 8.3.1): Axis2 knows no others} */
    static String contentType(String received) {
        return NAME.matcher(received).replaceAll(part -> {
            String text = part.group();
            return Matcher.quoteReplacement(text.startsWith("\"") ? text : text.toLowerCase(Locale.ROOT));
        });
    }

    static ContentCodings codings(List<Map.Entry<String, String>> fields) {
        return ContentCodings.of(values(fields, CODING).toList());
    }

    /**
     * Puts a body into a message. When a mediator reads it, the message says no more that it has codings: it is decoded, and Synapse may have marked it as gzip
     * although it is not.
     *
     * @param undecodable status of the message, and so of a fault that is made of it, when it has codings that cannot be undone
     */
    static void storeBody(BodyPipe body, MessageContext message, int undecodable) {
        body.onRead(() -> {
            if (!body.codings().canBeDecoded()) {
                message.setProperty(PassThroughConstants.HTTP_SC, undecodable);
            }
            if (message.getProperty(MessageContext.TRANSPORT_HEADERS) instanceof Map<?, ?> fields) {
                fields.remove(CODING);
                HeadEdits.OF_CONTENT.forEach(fields::remove);
            }
        });
        message.setProperty(PassThroughConstants.PASS_THROUGH_PIPE, body);
    }

    private static Stream<String> values(List<Map.Entry<String, String>> fields, String name) {
        return fields.stream()
                .filter(field -> field.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue);
    }

    /** Puts received fields into a message, but for those that Connection names: they go no further (RFC 9110 section 7.6.1). */
    static void store(List<Map.Entry<String, String>> fields, MessageContext message) {
        Map<String, String> first = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        MultiValueMap rest = MultiValueMap.decorate(new TreeMap<>(String.CASE_INSENSITIVE_ORDER));
        Set<String> named = names(values(fields, "Connection")
                .flatMap(options -> Stream.of(options.split("[,\\s]+")))
                .toArray(String[]::new));
        named.removeAll(WRITTEN_ANEW);
        for (Map.Entry<String, String> field : fields) {
            if (!named.contains(field.getKey()) && first.putIfAbsent(field.getKey(), field.getValue()) != null) {
                rest.put(field.getKey(), field.getValue());
            }
        }
        message.setProperty(MessageContext.TRANSPORT_HEADERS, first);
        message.setProperty(NhttpConstants.EXCESS_TRANSPORT_HEADERS, rest);
    }

    /**
     * Returns the fields to send with a message. A value of several lines becomes one line.
     *
     * @param without names that are not sent
     */
    static List<Map.Entry<String, String>> of(MessageContext message, String... without) {
        Set<String> dropped = names(without);
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        if (message.getProperty(MessageContext.TRANSPORT_HEADERS) instanceof Map<?, ?> first) {
            first.forEach((name, value) -> add(fields, name, value, dropped));
        }
        if (message.getProperty(NhttpConstants.EXCESS_TRANSPORT_HEADERS) instanceof Map<?, ?> rest) {
            rest.forEach((name, values) -> {
                if (values instanceof Collection<?> all) {
                    all.forEach(value -> add(fields, name, value, dropped));
                }
            });
        }
        return fields;
    }

    /** {@return the value of a field in a message, or null} */
    static String value(MessageContext message, String name) {
        if (message.getProperty(MessageContext.TRANSPORT_HEADERS) instanceof Map<?, ?> fields) {
            for (Map.Entry<?, ?> field : fields.entrySet()) {
                if (name.equalsIgnoreCase(String.valueOf(field.getKey())) && field.getValue() instanceof String value) {
                    return value;
                }
            }
        }
        return null;
    }

    private static void add(List<Map.Entry<String, String>> fields, Object name, Object value, Set<String> dropped) {
        if (name instanceof String key
                && value instanceof String text
                && !WRITTEN_ANEW.contains(key)
                && !dropped.contains(key)) {
            fields.add(Map.entry(key, HeadEdits.line(text)));
        }
    }

    private static Set<String> names(String... names) {
        Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        set.addAll(List.of(names));
        return set;
    }
}
