package org.busbench.harness.verify;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.busbench.harness.text.Problem;

/**
 * What must come back for a message: the backend that has to answer is asked directly, and where the job transforms, both
 * messages go through the project's stylesheets here. Blocks while the backend answers; for one thread.
 */
final class ExpectedAnswers {
    private final Map<String, URI> backends;
    private final SoapClient http;
    private final Path xslt;
    private Stylesheets stylesheets;

    /** Expectations against one set of backends; the stylesheets are read from the folder {@code xslt} when needed. */
    ExpectedAnswers(Map<String, URI> backends, SoapClient http, Path xslt) {
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

    /**
     * The project's stylesheets on the JDK's own engine: what an answer must be is found without any system under test. Only
     * messages of our own and of the backend are transformed here.
     */
    private static final class Stylesheets {
        private final Templates request;
        private final Templates response;

        /** The stylesheets of the folder {@code xslt}. */
        Stylesheets(Path xslt) {
            this.request = compiled(xslt.resolve("request.xsl"));
            this.response = compiled(xslt.resolve("response.xsl"));
        }

        /** What the backend must get where the client sent this. */
        byte[] request(byte[] message) {
            return transformed(request, message);
        }

        /** What the client must get where the backend answered this. */
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
