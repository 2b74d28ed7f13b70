package org.busbench.harness.verify;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.common.http.Access;
import org.busbench.harness.process.BackendProcess;
import org.busbench.harness.process.BackendStats;
import org.busbench.harness.scenario.Backend;
import org.busbench.harness.scenario.Backend.Arrival;
import org.busbench.harness.scenario.Backend.FromFiles;
import org.busbench.harness.scenario.Message;
import org.busbench.harness.scenario.Messages;
import org.busbench.harness.scenario.RequestPath;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.scenario.Scenario.Row;
import org.busbench.harness.text.Problem;

/**
 * Sends real messages to a target, one for each route of the scenario, and compares each answer with the expected one.
 * Nothing is taken for served that was not seen to be. Blocks; for one thread.
 */
public final class Verifier {

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(15);

    private final Map<String, URI> backends;
    private final Path evidenceRoot;
    private final BackendProcess witness;
    private final MessageClient http;
    private final FaultClassifier classifier = new FaultClassifier();
    private final ExpectedAnswers expectation;
    /** Making one reads the scenario's data. */
    private final Map<Scenario, Optional<QuoteJob>> jobs = new HashMap<>();

    /** {@code access} says how the backend over TLS is asked. */
    public Verifier(Map<String, URI> backends, Access access, Path evidenceRoot, BackendProcess witness) {
        this.http = new MessageClient(ANSWER_LIMIT, access);
        this.backends = Map.copyOf(backends);
        this.evidenceRoot = evidenceRoot;
        this.witness = witness;
        this.expectation = new ExpectedAnswers(backends, http);
    }

    /** One message with all that is known of its answer; {@code expected} has the right ones, none where nothing says it. */
    private record Question(
            Row row,
            BackendFraming framing,
            String nonce,
            String route,
            Message message,
            List<ExpectedAnswer> expected,
            Optional<QuoteJob> job) {}

    /** A whole answer; the type is empty where it is that of the answer it is compared with. */
    private record ExpectedAnswer(String body, String type) {}

    /**
     * Makes sure that the backends answer as the samples of a scenario say: they are what everything else is compared with.
     * A scenario whose messages the backends do not know has no such samples.
     *
     * @param payload size of the messages
     */
    public void checkBackends(Scenario scenario, String payload) throws InterruptedException {
        Optional<QuoteJob> job = jobs.computeIfAbsent(scenario, QuoteJob::of);
        if (job.isEmpty() || job.get().transform().isPresent()) {
            return;
        }
        Messages messages = new Messages(scenario);
        for (Row row : samples(messages)) {
            for (Map.Entry<String, URI> backend : backends.entrySet()) {
                for (BackendFraming framing : BackendFraming.values()) {
                    String nonce = framing.nonce();
                    Optional<String> expected = stated(messages, payload, row, nonce, backend.getKey());
                    if (expected.isPresent()) {
                        Message message = messages.of(payload, row, nonce);
                        requireRight(job.get(), message, framing, expected.get(), backend, payload);
                    }
                }
            }
        }
    }

    private void requireRight(
            QuoteJob job,
            Message message,
            BackendFraming framing,
            String expected,
            Map.Entry<String, URI> backend,
            String payload)
            throws InterruptedException {
        Optional<String> fault;
        try {
            Answer answer = http.call(backend.getValue(), message);
            fault = classifier.of(job, 200, bytes(expected), answer).or(() -> framing.fault(answer));
        } catch (IOException e) {
            fault = Optional.of("no answer: " + Problem.brief(e));
        }
        if (fault.isPresent()) {
            throw new Problem(backend.getKey() + " at " + backend.getValue() + " does not answer as the samples of "
                    + payload + " say: " + fault.get() + "; build the project again");
        }
    }

    /**
     * Tries one target with messages of one size.
     *
     * @param payload size of the messages
     * @throws IOException when the evidence cannot be written
     */
    public Verification verify(Target target, String payload) throws IOException, InterruptedException {
        String folder = "verify/" + target.adapter() + "/" + target.scenario() + "/" + payload;
        ExchangeFiles evidence = new ExchangeFiles(evidenceRoot.resolve(folder));
        Messages messages = new Messages(target.sends());
        List<Question> questions = new ArrayList<>();
        for (Row row : samples(messages)) {
            for (BackendFraming framing : framings(messages)) {
                questions.add(question(target, messages, payload, row, framing));
            }
        }
        boolean files = target.sends().backend() instanceof FromFiles;
        BackendStats before = files ? witness.countAndRemember() : null;
        for (Question question : questions) {
            Optional<String> fault = fault(target, messages, payload, question, evidence);
            if (fault.isPresent()) {
                String reason = question.framing().tell(fault.get());
                return new Verification(target, payload, question.row().label() + ": " + reason, folder);
            }
        }
        Optional<String> unrefused =
                target.route() == null ? refusalFault(target, messages, payload, evidence) : Optional.empty();
        if (unrefused.isPresent()) {
            return new Verification(target, payload, unrefused.get(), folder);
        }
        int arriving = questions.size() * target.sends().backend().nonces().size();
        if (target.route() == null && target.sends().limit().isPresent()) {
            LimitCheck limit = new LimitCheck(http.to(target), messages, target, payload);
            Optional<String> unlimited = limit.fault(target.sends().limit().get());
            if (unlimited.isPresent()) {
                return new Verification(target, payload, unlimited.get(), folder);
            }
            arriving += limit.served();
        }
        Optional<String> miscounted =
                files ? Conformance.countFault(before, witness.countAndRemember(), arriving) : Optional.empty();
        return new Verification(target, payload, miscounted.orElse(null), folder);
    }

    /** The backend of quotes frames its answers by their nonces; what is made of files comes as the scenario says. */
    private static List<BackendFraming> framings(Messages messages) {
        return messages.scenario().backend() instanceof Backend.Stockquote
                ? List.of(BackendFraming.values())
                : List.of(BackendFraming.FIXED);
    }

    /** The samples' own row comes first. */
    private static List<Row> samples(Messages messages) {
        return messages.scenario().data().samples().stream()
                .sorted(Comparator.comparing((Row row) -> !messages.isSample(row)))
                .toList();
    }

    private Question question(Target target, Messages messages, String payload, Row row, BackendFraming framing)
            throws InterruptedException {
        Scenario scenario = messages.scenario();
        String nonce = framing.nonce();
        String route = target.route() == null ? scenario.route(row).orElse(null) : target.route();
        Message message = messages.of(payload, row, nonce);
        Optional<QuoteJob> job = jobs.computeIfAbsent(scenario, QuoteJob::of);
        Optional<String> stated = stated(messages, payload, row, nonce, route);
        List<ExpectedAnswer> expected = new ArrayList<>();
        if (stated.isPresent()) {
            expected.add(new ExpectedAnswer(stated.get(), ""));
        } else if (job.isPresent()) {
            Answer answer = expectation.of(job.get(), message.bytes(), route);
            if (answer.status() != 200) {
                throw new Problem(route + " answers " + row.label() + " with status " + answer.status());
            }
            expected.add(new ExpectedAnswer(text(answer.body()), ""));
        } else if (scenario.backend() instanceof FromFiles files) {
            for (String backend : route == null ? scenario.instances() : List.of(route)) {
                Answer answer = expectation.of(files, message, nonce, backend);
                if (answer.status() != scenario.answer().status()) {
                    throw new Problem(backend + " answers " + row.label() + " with status " + answer.status()
                            + " where " + scenario.file() + " states "
                            + scenario.answer().status() + ": "
                            + text(answer.body()).lines().findFirst().orElse(""));
                }
                expected.add(new ExpectedAnswer(text(answer.body()), answer.mediaType()));
            }
        }
        return new Question(row, framing, nonce, route, message, expected, job);
    }

    /** The answer that the scenario states. A sample of the quote service is an answer to its own row alone. */
    private static Optional<String> stated(Messages messages, String payload, Row row, String nonce, String route) {
        boolean sampleOfAnother =
                messages.scenario().backend() instanceof Backend.Stockquote && !messages.isSample(row);
        return sampleOfAnother ? Optional.empty() : messages.expected(payload, row, nonce, route);
    }

    private Optional<String> fault(
            Target target, Messages messages, String payload, Question question, ExchangeFiles evidence)
            throws IOException, InterruptedException {
        String name = question.framing().file(question.row().label().replaceAll("[^A-Za-z0-9._-]", "_"));
        URI url = RequestPath.filled(target.url(), payload, question.nonce());
        evidence.request(name, url, target, question.message());
        boolean files = target.sends().backend() instanceof FromFiles;
        if (files) {
            witness.wantNext(target.sends().backend().nonces().size());
        }
        Answer answer;
        try {
            answer = http.to(target).call(url, question.message());
        } catch (IOException e) {
            String reason = NoAnswer.reason(url, e, target.reach());
            evidence.noAnswer(name, reason);
            return Optional.of(reason);
        }
        evidence.answer(name, target, answer);
        AnswerCheck check = new AnswerCheck(messages);
        Optional<String> fault = question.job().isPresent()
                ? classifier.of(
                        question.job().get(),
                        messages.scenario().answer().status(),
                        bytes(question.expected().get(0).body()),
                        answer)
                : Optional.empty();
        fault = fault.or(() -> check.fault(payload, question.row(), question.nonce(), question.route(), answer));
        if (question.job().isEmpty()) {
            fault = fault.or(() -> wholeFault(check, question, answer));
        }
        fault = fault.map(what -> what + NoAnswer.hint(target, answer));
        if (fault.isPresent() && !question.expected().isEmpty()) {
            evidence.expected(name, bytes(question.expected().get(0).body()));
        }
        if (fault.isEmpty() && files) {
            fault = arrivalFault(check, arriving(messages, payload, question), question.message(), name, evidence);
        }
        return fault;
    }

    /** Messages that are wrong on purpose must be refused; a control passes them on. That none came to a backend, the counts say. */
    private Optional<String> refusalFault(Target target, Messages messages, String payload, ExchangeFiles evidence)
            throws IOException, InterruptedException {
        AnswerCheck check = new AnswerCheck(messages);
        int number = 0;
        for (Row row : messages.scenario().data().refused()) {
            String name = "refused-" + ++number;
            String nonce = BackendFraming.FIXED.nonce();
            URI url = RequestPath.filled(target.url(), payload, nonce);
            Message message = messages.of(payload, row, nonce);
            evidence.request(name, url, target, message);
            try {
                Answer answer = http.to(target).call(url, message);
                evidence.answer(name, target, answer);
                Optional<String> fault = check.refusalFault(answer);
                if (fault.isPresent()) {
                    return Optional.of("a message that must be refused (" + row.label() + "): " + fault.get());
                }
            } catch (IOException e) {
                String reason = NoAnswer.reason(url, e, target.reach());
                evidence.noAnswer(name, reason);
                return Optional.of("a message that must be refused (" + row.label() + "): " + reason);
            }
        }
        return Optional.empty();
    }

    /** The answer must be one of the expected ones. */
    private static Optional<String> wholeFault(AnswerCheck check, Question question, Answer answer) {
        Optional<String> fault = Optional.empty();
        for (ExpectedAnswer expected : question.expected()) {
            if (!expected.type().isEmpty() && !expected.type().equals(answer.mediaType())) {
                return Optional.of(
                        "the answer comes as '" + answer.mediaType() + "' instead of '" + expected.type() + "'");
            }
            Optional<String> difference = check.difference(expected.body(), answer.mediaType(), answer.body());
            if (difference.isEmpty()) {
                return Optional.empty();
            }
            fault = fault.or(() -> difference);
        }
        return fault;
    }

    /** The bodies that must reach the backend for a question, in any order; none for a request without a body. */
    private static List<String> arriving(Messages messages, String payload, Question question) {
        List<Arrival> arrivals = ((FromFiles) messages.scenario().backend()).arrives();
        return arrivals.isEmpty()
                ? question.message().body().stream().toList()
                : messages.arriving(arrivals, payload, question.row(), question.nonce());
    }

    /** Whether what reached the backend is what had to. Where too little came, the counts will say so. */
    private Optional<String> arrivalFault(
            AnswerCheck check, List<String> arriving, Message message, String name, ExchangeFiles evidence)
            throws IOException {
        List<String> missing = new ArrayList<>(arriving);
        for (int number = 1; number <= arriving.size(); number++) {
            Optional<byte[]> arrived = witness.received(number);
            if (arrived.isPresent()) {
                Optional<String> fault = arrivalFault(check, missing, message, arrived.get());
                if (fault.isPresent()) {
                    evidence.arrived(name, arrived.get());
                    return fault;
                }
            }
        }
        return Optional.empty();
    }

    /** Takes the message that arrived from those that are missing. */
    private static Optional<String> arrivalFault(
            AnswerCheck check, List<String> missing, Message message, byte[] arrived) {
        String type = message.header("content-type")
                .map(value -> value.split(";", 2)[0].strip().toLowerCase(java.util.Locale.ROOT))
                .orElse("");
        Optional<String> first = Optional.empty();
        for (String wanted : missing) {
            Optional<String> difference = check.arrivalDifference(wanted, type, arrived);
            if (difference.isEmpty()) {
                missing.remove(wanted);
                return Optional.empty();
            }
            first = first.or(() -> difference);
        }
        String wanted = message.body().filter(missing::contains).isPresent()
                ? "the one that was sent"
                : "one of those that must";
        return first.map(how -> "the message that reached the backend is not " + wanted + ": " + how);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
