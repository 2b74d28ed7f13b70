package org.busbench.harness.verify;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.busbench.harness.text.Problem;

/**
 * What must come back for a message: the backend that has to answer is asked directly, and where the job transforms, both
 * messages go through the project's stylesheets here. Blocks while the backend answers; for one thread.
 */
final class Expectation {
    private final Map<String, URI> backends;
    private final SoapClient http;
    private final Path xslt;
    private Stylesheets stylesheets;

    /** Expectations against one set of backends; the stylesheets are read from the folder {@code xslt} when needed. */
    Expectation(Map<String, URI> backends, SoapClient http, Path xslt) {
        this.backends = Map.copyOf(backends);
        this.http = http;
        this.xslt = xslt;
    }

    /** The expected answer, status and all; a message that the backend refuses has its fault as the answer. */
    Answer of(Job job, byte[] message, String route) throws InterruptedException {
        URI backend = backends.get(route);
        if (backend == null) {
            throw new Problem("the route '" + route + "' is none of the backends " + backends.keySet());
        }
        try {
            Answer answer = http.post(backend, Job.VIRTUALIZATION.soapAction(), arriving(job, message));
            return job == Job.XSLT ? answer.withBody(stylesheets().response(answer.body())) : answer;
        } catch (IOException e) {
            throw new Problem(route + " at " + backend + " does not answer: " + Problem.brief(e), e);
        }
    }

    /** The message that must reach the backend where the client sent this one. */
    byte[] arriving(Job job, byte[] message) {
        return job == Job.XSLT ? stylesheets().request(message) : message;
    }

    private Stylesheets stylesheets() {
        if (stylesheets == null) {
            stylesheets = new Stylesheets(xslt);
        }
        return stylesheets;
    }
}
