package org.busbench.mediation.fastlane;

import java.util.Objects;
import java.util.Set;

/**
 * An API of Synapse, which gets the requests at and below a path.
 *
 * @param name in the configuration
 * @param context the path, which does not end with a slash
 * @param methods of HTTP that it takes; empty for all
 */
public record RestApi(String name, String context, Set<String> methods) {

    private static final String SERVICES = "services";

    /** Makes the set unchangeable. */
    public RestApi {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(context, "context");
        methods = Set.copyOf(methods);
    }

    /** Returns whether the engine finds the name of a service in a path or query: it takes for one whatever follows this word first. */
    public static boolean namesService(String text) {
        return text.contains(SERVICES);
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
