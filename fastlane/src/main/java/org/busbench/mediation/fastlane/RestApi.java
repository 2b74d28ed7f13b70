package org.busbench.mediation.fastlane;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.synapse.rest.RESTConstants;

/**
 * A resource of an API of Synapse, which gets some of the requests at and below a path.
 *
 * @param name of the API in the configuration
 * @param context the path of the API, which does not end with a slash
 * @param resource its methods and paths, in words; empty if the API has no other resource
 */
public record RestApi(String name, String context, String resource, Requests requests) {

    /** Which requests are for the resource. For any thread. */
    public interface Requests {

        /** Returns whether Synapse gives a request to the resource, and certainly to no other one. The path is that behind the context, with the query. */
        boolean include(String method, String path);

        /** Returns the variables of the resource's template with their values in a path that it {@linkplain #include includes}; empty without a template. */
        Map<String, String> variables(String path);
    }

    private static final String SERVICES = "services";

    public RestApi {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(context, "context");
        Objects.requireNonNull(resource, "resource");
        Objects.requireNonNull(requests, "requests");
    }

    /** Returns whether the engine finds the name of a service in a path or query: it takes for one whatever follows this word first. */
    public static boolean namesService(String text) {
        return text.contains(SERVICES);
    }

    /** Returns the name of the service that a path consists of, which is perhaps none of a service; null for other paths. */
    public static String service(String path) {
        String prefix = "/" + SERVICES + "/";
        String name = path.startsWith(prefix) ? path.substring(prefix.length()) : "";
        return name.isEmpty() || name.indexOf('/') >= 0 ? null : name;
    }

    /** Returns whether a path, perhaps with a query, is the context or lies below it. */
    public boolean holds(String path) {
        int end = context.length();
        return path.startsWith(context) && (path.length() == end || path.charAt(end) == '/' || path.charAt(end) == '?');
    }

    /** Whether it gets a request with a target that {@link #holds}. */
    boolean takes(String method, String target) {
        return requests.include(method, below(target));
    }

    private String below(String target) {
        String path = target.substring(context.length());
        return path.isEmpty() ? "/" : path;
    }

    /** Whether a property is one of those that Synapse makes of a target. */
    static boolean isOfTarget(String property) {
        return property.startsWith(RESTConstants.REST_URI_VARIABLE_PREFIX)
                || property.startsWith(RESTConstants.REST_QUERY_PARAM_PREFIX);
    }

    /** The properties that Synapse makes of a target that it {@link #takes}. */
    Map<String, String> properties(String target) {
        Map<String, String> all = new HashMap<>();
        requests.variables(below(target))
                .forEach((name, value) -> all.put(RESTConstants.REST_URI_VARIABLE_PREFIX + name, value));
        int query = target.indexOf('?');
        for (String one :
                query < 0 ? new String[0] : target.substring(query + 1).split("&", -1)) {
            int end = one.indexOf('=');
            if (end >= 0) {
                all.put(
                        RESTConstants.REST_QUERY_PARAM_PREFIX + one.substring(0, end),
                        URLDecoder.decode(one.substring(end + 1), StandardCharsets.UTF_8));
            }
        }
        return all;
    }
}
