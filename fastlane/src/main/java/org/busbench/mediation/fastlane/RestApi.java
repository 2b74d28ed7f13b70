package org.busbench.mediation.fastlane;

import java.util.Objects;

/**
 * A resource of an API of Synapse, which gets some of the requests at and below a path.
 *
 * @param name of the API in the configuration
 * @param context the path of the API, which does not end with a slash
 * @param resource its methods and paths, in words; empty if the API has no other resource
 */
public record RestApi(String name, String context, String resource, Requests requests) {

    /** Which requests are for the resource. For any thread. */
    @FunctionalInterface
    public interface Requests {

        /** Returns whether Synapse gives a request to the resource, and certainly to no other one. The path is that behind the context, with the query. */
        boolean include(String method, String path);
    }

    private static final String SERVICES = "services";

    /** Requires all of them. */
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

    /** Returns whether a path, perhaps with a query, is the context or lies below it. */
    public boolean holds(String path) {
        int end = context.length();
        return path.startsWith(context) && (path.length() == end || path.charAt(end) == '/' || path.charAt(end) == '?');
    }

    /** Whether it gets a request with a target that {@link #holds}. */
    boolean takes(String method, String target) {
        String path = target.substring(context.length());
        return requests.include(method, path.isEmpty() ? "/" : path);
    }
}
