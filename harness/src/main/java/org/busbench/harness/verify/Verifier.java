package org.busbench.harness.verify;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.busbench.harness.text.Problem;

/**
 * Sends real messages to a target and compares each answer with the expected one. Nothing is taken for served that was
 * not seen to be.
 */
public final class Verifier {

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(15);
    private static final String SAMPLE_ROUTE = "backend-A";

    private final SampleMessages samples;
    private final Map<String, URI> backends;
    private final Path evidenceRoot;
    private final SoapClient http = new SoapClient(ANSWER_LIMIT);
    private final FaultClassifier classifier = new FaultClassifier();

    /**
     * A verifier against one set of backends.
     *
     * @param messages the folder {@code xslt/messages}
     */
    public Verifier(Path messages, Map<String, URI> backends, Path evidenceRoot) {
        this.samples = new SampleMessages(messages);
        this.backends = Map.copyOf(backends);
        this.evidenceRoot = evidenceRoot;
    }

    /**
     * Makes sure that the backends answer as the samples say: they are what everything else is compared with.
     *
     * @param payload size of the messages
     * @throws InterruptedException when this thread was interrupted
     */
    public void checkBackends(String payload) throws InterruptedException {
        for (Map.Entry<String, URI> backend : backends.entrySet()) {
            String nonce = nonce();
            byte[] request = samples.message("getQuote", payload, SampleMessages.SYMBOL, nonce);
            byte[] expected = sampleAnswer(Job.VIRTUALIZATION, payload, nonce, backend.getKey());
            Optional<String> fault;
            try {
                Answer answer = http.post(backend.getValue(), Job.VIRTUALIZATION.soapAction(), request);
                fault = classifier.of(Job.VIRTUALIZATION, 200, expected, answer);
            } catch (IOException e) {
                fault = Optional.of("no answer: " + Problem.brief(e));
            }
            if (fault.isPresent()) {
                throw new Problem(backend.getKey() + " at " + backend.getValue() + " does not answer as the samples of "
                        + payload + " say: " + fault.get() + "; build the project again");
            }
        }
    }

    /**
     * Tries one target with messages of one size.
     *
     * @param payload size of the messages
     * @throws IOException when the evidence cannot be written
     * @throws InterruptedException when this thread was interrupted
     */
    public Verification verify(Target target, String payload) throws IOException, InterruptedException {
        String folder = "verify/" + target.adapter() + "/" + target.scenario() + "/" + payload;
        ExchangeFiles evidence = new ExchangeFiles(evidenceRoot.resolve(folder));
        Job job = Job.of(target.sends());
        for (String symbol : job.symbols()) {
            Optional<String> fault = messageFault(target, job, payload, symbol, evidence);
            if (fault.isPresent()) {
                return new Verification(target, payload, symbol + ": " + fault.get(), folder);
            }
        }
        return new Verification(target, payload, null, folder);
    }

    private Optional<String> messageFault(Target target, Job job, String payload, String symbol, ExchangeFiles evidence)
            throws IOException, InterruptedException {
        String nonce = nonce();
        String route = target.route() == null ? job.route(symbol) : target.route();
        byte[] request = samples.message(job.message(), payload, symbol, nonce);
        byte[] expected = expected(job, payload, symbol, nonce, route);
        evidence.request(symbol, target, job.soapAction(), request);
        Answer answer;
        try {
            answer = http.to(target).post(target.url(), job.soapAction(), request);
        } catch (IOException e) {
            String reason = NoAnswer.reason(target.url(), e, target.reach());
            evidence.noAnswer(symbol, reason);
            return Optional.of(reason);
        }
        evidence.answer(symbol, target, answer);
        Optional<String> fault =
                classifier.of(job, 200, expected, answer).map(what -> what + NoAnswer.hint(target, answer));
        if (fault.isPresent()) {
            evidence.expected(symbol, expected);
        }
        return fault;
    }

    /** The samples hold the answer for one symbol; for any other the backend that must be reached is asked directly. */
    private byte[] expected(Job job, String payload, String symbol, String nonce, String route)
            throws InterruptedException {
        if (symbol.equals(SampleMessages.SYMBOL)) {
            return sampleAnswer(job, payload, nonce, route);
        }
        URI backend = backends.get(route);
        if (backend == null) {
            throw new Problem("the route '" + route + "' is none of the backends " + backends.keySet());
        }
        try {
            Answer answer =
                    http.post(backend, job.soapAction(), samples.message(job.message(), payload, symbol, nonce));
            if (answer.status() != 200) {
                throw new Problem(route + " answers " + symbol + " with status " + answer.status());
            }
            return answer.body();
        } catch (IOException e) {
            throw new Problem(route + " at " + backend + " does not answer: " + Problem.brief(e), e);
        }
    }

    private byte[] sampleAnswer(Job job, String payload, String nonce, String route) {
        String sample = new String(
                samples.message(job.message() + "Response", payload, SampleMessages.SYMBOL, nonce),
                StandardCharsets.UTF_8);
        return sample.replace(">" + SAMPLE_ROUTE + "<", ">" + route + "<").getBytes(StandardCharsets.UTF_8);
    }

    private static String nonce() {
        return String.format("%016x", ThreadLocalRandom.current().nextLong());
    }
}
