package org.busbench.harness.verify;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.busbench.harness.process.BackendStats;
import org.busbench.harness.text.Problem;

/**
 * What a system must do whatever the payload: symbols that nobody can know beforehand, the backend's fault as it is, its
 * own WSDL, and lengths around the sizes of buffers. Every message reaches the backend once. Blocks; for one thread.
 */
public final class Conformance {
    /** A target has answered messages of every payload before it is asked here. */
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(4);

    private static final List<Integer> ORDINARY_LENGTHS = List.of(1500, 3000, 5000, 12_000, 20_000, 50_000);

    private static final int SYMBOL_LETTERS = 5;

    private final Path evidenceRoot;
    private final Counting backend;
    private final HttpCaller http = new HttpCaller(ANSWER_LIMIT);
    private final ChunkedPost chunked = new ChunkedPost(ANSWER_LIMIT);
    private final Expectation expectation;
    private final BoundaryMessages boundaries;
    private final Diagnosis diagnosis = new Diagnosis();
    private final WsdlCheck wsdlCheck = new WsdlCheck();
    private final String unknownSymbol = randomSymbol();

    /** Reads what the backend has counted, which from then on remembers the nonces that come. */
    @FunctionalInterface
    public interface Counting {
        /**
         * Reads.
         *
         * @return the counts at this moment
         */
        BackendStats count();
    }

    /** One message, what it is about, and what must come back. */
    private record Exchange(String name, boolean chunked, String request, String expected, int status, String nonce) {}

    /** What was wrong, and whether there was an answer at all. */
    private record Fault(String reason, boolean answered) {}

    /**
     * Checks against one set of backends.
     *
     * @param messages the folder {@code xslt/messages}
     * @param backends URL of each backend instance by name
     * @param evidenceRoot folder below which evidence is kept
     * @param backend reads the backend's counts
     */
    public Conformance(Path messages, Map<String, URI> backends, Path evidenceRoot, Counting backend) {
        this.evidenceRoot = evidenceRoot;
        this.backend = backend;
        this.expectation = new Expectation(backends, http, messages.resolveSibling("."));
        this.boundaries = new BoundaryMessages(expectation);
    }

    /**
     * Tries one target.
     *
     * @param target who is asked
     * @return what came out
     * @throws IOException when the evidence cannot be written
     * @throws InterruptedException when this thread was interrupted
     */
    public Verification check(Target target) throws IOException, InterruptedException {
        String folder = "verify/" + target.adapter() + "/" + target.scenario() + "/conformance";
        Evidence evidence = new Evidence(evidenceRoot.resolve(folder));
        return new Verification(target, "conformance", fault(target, evidence).orElse(null), folder);
    }

    /**
     * Tries one target with messages and answers of a length around the sizes of buffers, in one piece and in chunks. No
     * load has these, so that whoever leaves one unanswered has a limit; a wrong answer is a reason here as anywhere. To
     * be called last: after a message that was left unanswered the target may be out of order.
     *
     * @param target who is asked
     * @return what came out; with a limit when it left a request unanswered
     * @throws IOException when the evidence cannot be written
     * @throws InterruptedException when this thread was interrupted
     */
    public Verification checkBoundaries(Target target) throws IOException, InterruptedException {
        String folder = "verify/" + target.adapter() + "/" + target.scenario() + "/boundaries";
        Evidence evidence = new Evidence(evidenceRoot.resolve(folder));
        Verification fine = new Verification(target, "boundaries", null, folder);
        Job job = Job.of(target.sends());
        List<Exchange> exchanges = exchanges(job, target, BoundaryMessages.LENGTHS, false);
        exchanges.addAll(exchanges(job, target, BoundaryMessages.LENGTHS, true));
        BackendStats before = backend.count();
        for (Exchange exchange : exchanges) {
            Optional<Fault> fault = fault(job, target, exchange, evidence);
            if (fault.isPresent()) {
                String reason = exchange.name() + ": " + fault.get().reason();
                return fault.get().answered()
                        ? new Verification(target, "boundaries", reason, folder)
                        : fine.limitedBy(reason);
            }
        }
        String miscounted =
                countFault(before, backend.count(), exchanges.size()).orElse(null);
        return new Verification(target, "boundaries", miscounted, folder);
    }

    private Optional<String> fault(Target target, Evidence evidence) throws IOException, InterruptedException {
        Job job = Job.of(target.sends());
        List<Exchange> exchanges = exchanges(job, target, ORDINARY_LENGTHS, false);
        for (String symbol : symbols(job)) {
            exchanges.add(refused(job, symbol, route(job, target, symbol)));
        }
        BackendStats before = backend.count();
        for (Exchange exchange : exchanges) {
            Optional<Fault> fault = fault(job, target, exchange, evidence);
            if (fault.isPresent()) {
                return Optional.of(exchange.name() + ": " + fault.get().reason());
            }
        }
        return countFault(before, backend.count(), exchanges.size()).or(() -> wsdlFault(job, target, evidence));
    }

    private List<Exchange> exchanges(Job job, Target target, List<Integer> lengths, boolean chunked)
            throws InterruptedException {
        List<String> symbols = symbols(job);
        List<Exchange> exchanges = new ArrayList<>();
        for (int length : lengths) {
            String symbol = symbols.get(exchanges.size() % symbols.size());
            BoundaryMessages.Exchange made = boundaries.of(job, length, symbol, route(job, target, symbol));
            String name = length + " bytes" + (chunked ? " in chunks" : "");
            exchanges.add(exchange(name, chunked, made.request(), made.answer(), 200));
        }
        return exchanges;
    }

    /** A message that the backend refuses in words that hold the nonce, so that nobody else can have said them. */
    private Exchange refused(Job job, String symbol, String route) throws InterruptedException {
        Vocabulary words = job.vocabulary();
        String request = words.message(words.element(symbol, null, SampleMessages.NONCE + "x", "to be refused"));
        Answer answer = expectation.of(job, request.getBytes(StandardCharsets.UTF_8), route);
        String fault = new String(answer.body(), StandardCharsets.UTF_8);
        if (answer.status() != 500 || !fault.contains(SampleMessages.NONCE)) {
            throw new Problem(route + " does not refuse a quantity that is no number: status " + answer.status()
                    + "; build the project again");
        }
        return exchange("a SOAP fault of " + route, false, request, fault, 500);
    }

    private Optional<Fault> fault(Job job, Target target, Exchange exchange, Evidence evidence)
            throws IOException, InterruptedException {
        byte[] request = filled(exchange.request(), exchange.nonce());
        byte[] expected = filled(exchange.expected(), exchange.nonce());
        String file = exchange.name().replace(' ', '-');
        Answer answer;
        try {
            answer = exchange.chunked()
                    ? chunked.send(target.url(), job.soapAction(), request)
                    : http.post(target.url(), job.soapAction(), request);
        } catch (IOException e) {
            String reason = "no answer from " + target.url() + ": " + Problem.brief(e);
            evidence.request(file, target, job.soapAction(), request);
            evidence.noAnswer(file, reason);
            return Optional.of(new Fault(reason, false));
        }
        Optional<String> fault = diagnosis.of(job, exchange.status(), expected, answer);
        if (fault.isPresent()) {
            evidence.request(file, target, job.soapAction(), request);
            evidence.answer(file, answer);
            evidence.expected(file, expected);
        }
        return fault.map(reason -> new Fault(reason, true));
    }

    /** Every message went to the backend once, though what came back was right in any case. */
    private static Optional<String> countFault(BackendStats before, BackendStats after, int sent) {
        long received = after.received() - before.received();
        String counts = "the backend received " + received + " messages where " + sent + " were sent";
        if (received < sent) {
            return Optional.of("answered without the backend: " + counts);
        }
        if (received > sent) {
            return Optional.of("duplicated: " + counts);
        }
        boolean repeats = after.nonces() != null
                && after.nonces().repeated() != null
                && after.nonces().repeated() > 0;
        return repeats
                ? Optional.of("duplicated: " + after.nonces().repeated() + " messages came to the backend again,"
                        + " and as many were answered without it")
                : Optional.empty();
    }

    /** A mediator must publish the WSDL of what it virtualizes; what it publishes otherwise must be right. */
    private Optional<String> wsdlFault(Job job, Target target, Evidence evidence) {
        if (!target.mediator() || job == Job.CBR) {
            return Optional.empty();
        }
        Answer answer;
        try {
            answer = http.getRedirected(URI.create(target.url() + "?wsdl"));
            evidence.answer("wsdl", answer);
        } catch (IOException e) {
            return job == Job.XSLT ? Optional.empty() : Optional.of("no answer to ?wsdl: " + Problem.brief(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted while ?wsdl was asked for");
        }
        if (job == Job.XSLT && answer.status() != 200) {
            return Optional.empty();
        }
        return wsdlCheck.fault(target.url(), job.vocabulary().call(), answer);
    }

    private List<String> symbols(Job job) {
        return job == Job.CBR ? List.of("IBM", "MSFT", unknownSymbol) : List.of("IBM", unknownSymbol);
    }

    private static String route(Job job, Target target, String symbol) {
        return target.route() == null ? job.route(symbol) : target.route();
    }

    private static Exchange exchange(String name, boolean chunked, String request, String expected, int status) {
        String nonce = String.format("%016x", ThreadLocalRandom.current().nextLong());
        return new Exchange(name, chunked, request, expected, status, nonce);
    }

    private static byte[] filled(String text, String nonce) {
        return text.replace(SampleMessages.NONCE, nonce).getBytes(StandardCharsets.UTF_8);
    }

    /** A symbol that no template can have been made for. */
    private static String randomSymbol() {
        StringBuilder symbol = new StringBuilder("Q");
        for (int i = 0; i < SYMBOL_LETTERS; i++) {
            symbol.append((char) ('A' + ThreadLocalRandom.current().nextInt(26)));
        }
        return symbol.toString();
    }
}
