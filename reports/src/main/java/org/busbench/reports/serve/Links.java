package org.busbench.reports.serve;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Steps of a path as a link has them. */
final class Links {

    private Links() {}

    /** One step; relative, and never taken for a scheme. */
    static String step(String name) {
        return "./" + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** The last step of a path that is not empty. */
    static String last(List<String> path) {
        return step(path.get(path.size() - 1));
    }
}
