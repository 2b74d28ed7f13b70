package org.busbench.harness.parity;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.busbench.common.http.Access;
import org.busbench.common.http.HttpMessage;
import org.busbench.common.http.MessageParser.Framing;
import org.busbench.common.http.MessageStream;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.Target;

/** Messages to one scenario of a mediator, seen on both of its sides. Blocks; for the audit's thread. */
final class AuditSession {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(4);
    private static final int SMALL = 400;

    private final URI url;
    private final String scenario;
    private final AuditMessages messages;
    private final BackendStandIn backend;
    private final Path evidence;
    private final Access access;

    /**
     * With a target; {@code evidence} is the folder that gets the bytes of what was said.
     *
     * @throws IOException when what it wants of its clients is not where it should be
     */
    AuditSession(Target target, BackendStandIn backend, Path evidence) throws IOException {
        this.url = target.url();
        this.scenario = target.scenario();
        this.access = target.reach().access();
        this.messages = new AuditMessages(url, target.sends(), access.lines());
        this.backend = backend;
        this.evidence = evidence;
    }

    AuditMessages messages() {
        return messages;
    }

    BackendStandIn backend() {
        return backend;
    }

    URI url() {
        return url;
    }

    AuditClient connect() throws IOException {
        return new AuditClient(url, ANSWER_LIMIT, access.tls());
    }

    /** Connects within the limit. */
    AuditClient connect(Duration limit) throws IOException {
        return new AuditClient(url, limit, access.tls());
    }

    static String nonce() {
        return String.format("%016x", ThreadLocalRandom.current().nextLong());
    }

    byte[] request(String nonce) {
        return messages.request(messages.requestBody(nonce, SMALL), Framing.FIXED, "");
    }

    /** Refuses an answer that is not the one to this nonce. */
    static HttpMessage checked(HttpMessage answer, String nonce) throws IOException {
        if (answer.status() != 200) {
            throw new IOException("answered with status " + answer.status());
        }
        if (!new String(answer.body(), StandardCharsets.ISO_8859_1).contains(nonce)) {
            throw new IOException("answered without the request's own nonce");
        }
        return answer;
    }

    /** One message on a connection of its own, kept in the evidence under a name. */
    AuditedExchange exchange(String name, Framing framing, String headers, AnswerForm form) throws IOException {
        String nonce = nonce();
        byte[] request = messages.request(messages.requestBody(nonce, SMALL), framing, headers);
        backend.forget();
        backend.answer(form);
        try (AuditClient client = connect()) {
            client.send(request);
            HttpMessage got = checked(client.answer(), nonce);
            List<BackendStandIn.Arrival> arrivals = backend.arrivals();
            if (arrivals.isEmpty()) {
                throw new IOException("answered without the backend");
            }
            BackendStandIn.Arrival arrival = arrivals.get(arrivals.size() - 1);
            keep(name + "-request.sent", request);
            keep(name + "-request.received", arrival.request().raw());
            keep(name + "-answer.sent", arrival.answer().raw());
            keep(name + "-answer.received", got.raw());
            return new AuditedExchange(MessageStream.of(request).request(), arrival.request(), arrival.answer(), got);
        } finally {
            backend.answer(AnswerForm.plain());
        }
    }

    /** The sentence of the record for a finding that could not be made, with the reason. */
    String untold(String what, IOException why) {
        return what + ": " + Problem.brief(why);
    }

    private void keep(String name, byte[] bytes) throws IOException {
        Files.createDirectories(evidence);
        Files.write(evidence.resolve(scenario + "-" + name), access.redacted(bytes));
    }

    /** One message and its answer on both sides of a mediator. */
    record AuditedExchange(HttpMessage sent, HttpMessage received, HttpMessage given, HttpMessage got) {}
}
