package org.busbench.harness.process;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.busbench.harness.text.Problem;

/**
 * When a process is up: a real request is answered.
 *
 * @param url whose GET must be answered with 200
 * @param within how long that may take
 */
public record ReadyCheck(URI url, Duration within) {
    private static final int REQUEST_LIMIT_MILLIS = 2_000;

    /** Asks once; says what is still missing, in a few words. */
    Optional<String> missing() {
        try {
            HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection(Proxy.NO_PROXY);
            connection.setConnectTimeout(REQUEST_LIMIT_MILLIS);
            connection.setReadTimeout(REQUEST_LIMIT_MILLIS);
            connection.setInstanceFollowRedirects(false);
            connection.setUseCaches(false);
            try {
                int status = connection.getResponseCode();
                return status == HttpURLConnection.HTTP_OK
                        ? Optional.empty()
                        : Optional.of("it answers with status " + status);
            } finally {
                connection.disconnect();
            }
        } catch (IOException notYet) {
            return Optional.of("it does not answer (" + Problem.brief(notYet) + ")");
        }
    }
}
