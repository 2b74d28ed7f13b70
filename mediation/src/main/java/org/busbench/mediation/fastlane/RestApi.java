package org.busbench.mediation.fastlane;

import java.util.Objects;
import java.util.Set;

/**
 * What Synapse calls an API: it gets the requests at and below a path.
 *
 * @param name in the configuration
 * @param context the path, which does not end with a slash
 * @param methods of HTTP that it takes; empty for all
 */
public record RestApi(String name, String context, Set<String> methods) {

    /** Makes the set unchangeable. */
    public RestApi {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(context, "context");
        methods = Set.copyOf(methods);
    }

    /** Returns whether a path, perhaps with a query, is the context or lies below it. */
    public boolean holds(String path) {
        int end = context.length();
        return path.startsWith(context) && (path.length() == end || path.charAt(end) == '/' || path.charAt(end) == '?');
    }

    boolean takes(String method) {
        return methods.isEmpty() || methods.contains(method);
    }
}
