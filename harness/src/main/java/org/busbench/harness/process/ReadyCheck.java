package org.busbench.harness.process;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.busbench.common.http.HttpCaller;
import org.busbench.harness.text.Problem;

/**
 * When a process is up: a real request is answered.
 *
 * @param url whose GET must be answered with 200
 * @param within how long that may take
 */
public record ReadyCheck(URI url, Duration within) {
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(2);
    private static final int OK = 200;

    /** Asks once; says what is still missing, in a few words. */
    Optional<String> missing() {
        try (HttpCaller once = HttpCaller.within(REQUEST_LIMIT)) {
            int status = once.call("GET", url, "", null).status();
            return status == OK ? Optional.empty() : Optional.of("it answers with status " + status);
        } catch (IOException notYet) {
            return Optional.of("it does not answer (" + Problem.brief(notYet) + ")");
        }
    }
}
