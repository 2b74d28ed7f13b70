package org.busbench.reports.serve;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The answer to a request. */
sealed interface Answer {

    /** A page of ours. */
    record Html(int status, String body, String policy) implements Answer {

        private static final Pattern POLICY =
                Pattern.compile("<meta http-equiv=\"Content-Security-Policy\" content=\"([^\"]+)\">");

        static Html of(int status, String page) {
            Matcher policy = POLICY.matcher(page);
            if (!policy.find()) {
                throw new IllegalArgumentException("a page without a Content-Security-Policy is not served");
            }
            return new Html(status, page, policy.group(1));
        }
    }

    /** A short text. */
    record Text(int status, String type, String text) implements Answer {

        static Text plain(int status, String text) {
            return new Text(status, "text/plain; charset=utf-8", text + "\n");
        }
    }

    /** A file as it lies there. */
    record Stored(Path path) implements Answer {}

    /**
     * Another place.
     *
     * @param location relative to the host
     */
    record Moved(String location) implements Answer {}
}
