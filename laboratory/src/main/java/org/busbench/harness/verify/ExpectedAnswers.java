package org.busbench.harness.verify;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.busbench.harness.scenario.Backend.FromFiles;
import org.busbench.harness.scenario.Backend.Transform;
import org.busbench.harness.scenario.Message;
import org.busbench.harness.scenario.RequestPath;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.text.Problem;

/**
 * What must come back for a message: the backend that has to answer is asked directly, and where the job transforms, both
 * messages go through its stylesheets here. Blocks while the backend answers; for one thread.
 */
final class ExpectedAnswers {
    private final Map<String, URI> backends;
    private final MessageClient http;
    private final Map<Transform, Stylesheets> stylesheets = new HashMap<>();

    /** Expectations against one set of backends; stylesheets are read when they are needed. */
    ExpectedAnswers(Map<String, URI> backends, MessageClient http) {
        this.backends = Map.copyOf(backends);
        this.http = http;
    }

    /** The expected answer, status and all; a message that the backend refuses has its fault as the answer. */
    Answer of(QuoteJob job, byte[] message, String route) throws InterruptedException {
        String arriving = new String(arriving(job, message), StandardCharsets.UTF_8);
        Answer answer = asked(url(route), job.atService(arriving), route);
        Optional<Transform> transform = job.transform();
        return transform.isPresent()
                ? answer.withBody(stylesheets(transform.get()).response(answer.body()))
                : answer;
    }

    /** The answer of a service of files, asked directly. */
    Answer of(FromFiles service, Message message, String nonce, String route) throws InterruptedException {
        URI address = url(route).resolve(RequestPath.address(service.path()));
        return asked(RequestPath.filled(address, Scenario.OWN_SIZE, nonce), message, route);
    }

    private URI url(String route) {
        URI backend = backends.get(route);
        if (backend == null) {
            throw new Problem("the route '" + route + "' is none of the backends " + backends.keySet());
        }
        return backend;
    }

    private Answer asked(URI backend, Message message, String route) throws InterruptedException {
        try {
            return http.call(backend, message);
        } catch (IOException e) {
            throw new Problem(route + " at " + backend + " does not answer: " + Problem.brief(e), e);
        }
    }

    /** The message that must reach the backend where the client sent this one. */
    byte[] arriving(QuoteJob job, byte[] message) {
        return job.transform()
                .map(transform -> stylesheets(transform).request(message))
                .orElse(message);
    }

    private Stylesheets stylesheets(Transform transform) {
        return stylesheets.computeIfAbsent(transform, Stylesheets::new);
    }

    /**
     * A scenario's stylesheets on the JDK's own engine: what an answer must be is found without any system under test. Only
     * messages of our own and of the backend are transformed here.
     */
    private static final class Stylesheets {
        private final Templates request;
        private final Templates response;

        /** Compiles both. */
        Stylesheets(Transform transform) {
            this.request = compiled(transform.request());
            this.response = compiled(transform.response());
        }

        /** The message that the backend must get when the client sends this one. */
        byte[] request(byte[] message) {
            return transformed(request, message);
        }

        /** The answer that the client must get when the backend gives this one. */
        byte[] response(byte[] message) {
            return transformed(response, message);
        }

        private static Templates compiled(Path file) {
            TransformerFactory factory = TransformerFactory.newDefaultInstance();
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
            try {
                factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
                return factory.newTemplates(new StreamSource(file.toFile()));
            } catch (TransformerException e) {
                throw new Problem("the stylesheet " + file + " cannot be compiled: " + e.getMessage(), e);
            }
        }

        private static byte[] transformed(Templates templates, byte[] message) {
            ByteArrayOutputStream out = new ByteArrayOutputStream(message.length);
            try {
                templates
                        .newTransformer()
                        .transform(new StreamSource(new ByteArrayInputStream(message)), new StreamResult(out));
            } catch (TransformerException e) {
                throw new IllegalArgumentException("a message of our own cannot be transformed: " + e.getMessage(), e);
            }
            return out.toByteArray();
        }
    }
}
