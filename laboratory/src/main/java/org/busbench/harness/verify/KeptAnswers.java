package org.busbench.harness.verify;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.common.http.Access;
import org.busbench.harness.scenario.Backend.FromFiles;
import org.busbench.harness.scenario.Message;
import org.busbench.harness.scenario.Messages;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.scenario.Scenario.Row;
import org.busbench.harness.text.Listing;
import org.busbench.record.Trial.Sampled;
import org.xml.sax.SAXException;

/**
 * Compares whole answers that the injector kept under load ({@code content-NN.request.xml} and
 * {@code content-NN.response.xml}) with what must come back for their requests, as canonical XML. Each stands for all
 * answers that said the same to the byte, their nonces apart, of which the injector kept count ({@code contents.csv}).
 * What must come back is what the scenario states, or what the backend answers. Asks the backend, so it is for after the load
 * and after the backend's counts were read. Blocks; for one thread.
 */
public final class KeptAnswers {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
    private static final String NONCE = "[0-9a-f]{16}";
    private static final Pattern ROW = Pattern.compile("(content-[0-9]+),([0-9]+)");
    /** Around the name of a column where its value stands: no message holds it. */
    private static final String MARK = "\0";

    private static final String REQUEST = ".request.xml";
    private static final String RESPONSE = ".response.xml";

    private final ExpectedAnswers expectation;
    private final Map<Scenario, QuoteJob> jobs = new HashMap<>();
    private final FaultClassifier classifier = new FaultClassifier();

    /** Comparisons against one set of backends; {@code access} says how the one over TLS is asked. */
    public KeptAnswers(Map<String, URI> backends, Access access) {
        this.expectation = new ExpectedAnswers(backends, new MessageClient(ANSWER_LIMIT, access));
    }

    /**
     * Compares what was kept in a folder. Answers that are right are deleted, all but the first.
     *
     * @param target who was asked
     * @return empty when nothing was kept
     * @throws IOException when a file cannot be read or deleted
     */
    public Optional<Sampled> compare(Path folder, Target target) throws IOException, InterruptedException {
        Scenario scenario = target.sends();
        if (!scenario.backend().isOurs()) {
            return Optional.empty();
        }
        long compared = 0;
        long different = 0;
        String first = null;
        Map<String, Long> answers = answers(folder);
        List<Path> requests = requests(folder);
        for (int i = 0; i < requests.size(); i++) {
            Path response = response(requests.get(i));
            byte[] request = Files.readAllBytes(requests.get(i));
            byte[] got = Files.readAllBytes(response);
            Answer expected = scenario.backend() instanceof FromFiles files
                    ? expected(files, scenario, request, got)
                    : expected(target, request, requests.get(i));
            Optional<String> difference = expected.status() == scenario.answer().status()
                    ? difference(scenario, expected, got)
                    : Optional.of("the backend refuses its request with status " + expected.status());
            long alike = answers.getOrDefault(name(requests.get(i)), 1L);
            compared += alike;
            if (difference.isPresent()) {
                different += alike;
                first = first == null ? response.getFileName() + ": " + difference.get() : first;
                Files.write(folder.resolve(response.getFileName() + ".expected.xml"), expected.body());
            } else if (i > 0) {
                Files.delete(requests.get(i));
                Files.delete(response);
            }
        }
        return requests.isEmpty() ? Optional.empty() : Optional.of(new Sampled(compared, different, first));
    }

    private Answer expected(Target target, byte[] request, Path file) throws IOException, InterruptedException {
        QuoteJob job = job(target.sends());
        String route = target.route() == null ? job.route(symbol(request, file, job)) : target.route();
        return expectation.of(job, request, route);
    }

    /**
     * Under load an answer had to name the right backend, where it names one: it is the one to ask. It also had to hold the
     * nonce of its request, which stands in the request's path, where it has no body.
     */
    private Answer expected(FromFiles service, Scenario scenario, byte[] request, byte[] response)
            throws IOException, InterruptedException {
        Messages messages = new Messages(scenario);
        String nonce = nonce(messages, response);
        Row row = scenario.data().samples().get(0);
        String text = new String(response, StandardCharsets.UTF_8);
        String route = scenario.instances().stream()
                .filter(backend -> text.contains(
                        messages.routeText(row, QuoteJob.NONCE, backend).orElse(backend)))
                .findFirst()
                .orElse(scenario.instances().get(0));
        Optional<String> stated = stated(messages, new String(request, StandardCharsets.UTF_8), nonce, route);
        if (stated.isPresent()) {
            return new Answer(
                    scenario.answer().status(),
                    Map.of(
                            "content-type",
                            List.of(type(stated.get(), service.answer().type()))),
                    stated.get().getBytes(StandardCharsets.UTF_8));
        }
        Message message = messages.of(scenario.sizes().get(0), row, QuoteJob.NONCE);
        Message sent =
                message.body().isPresent() ? message.withBody(new String(request, StandardCharsets.UTF_8)) : message;
        return expectation.of(service, sent, nonce, route);
    }

    /** A mediator may answer in another form than the backend: with JSON for XML, as the stated answer shows. */
    private static String type(String stated, String backends) {
        return switch (stated.isEmpty() ? ' ' : stated.charAt(0)) {
            case '{', '[' -> "application/json";
            case '<' -> backends.contains("json") ? "text/xml" : backends;
            default -> "text/plain";
        };
    }

    /** The answer that the scenario states for a request of which the body is known, for a mediator may have to transform it. */
    private static Optional<String> stated(Messages messages, String request, String nonce, String route) {
        return messages.scenario().sizes().stream()
                .flatMap(size -> row(messages, size, request, nonce).stream()
                        .flatMap(row -> messages.expected(size, row, nonce, route).stream()))
                .findFirst();
    }

    /** The row from which a body was made; empty where the template of that size makes none that is like it. */
    private static Optional<Row> row(Messages messages, String size, String request, String nonce) {
        List<String> columns = messages.scenario().data().columns();
        Map<String, String> marks = new HashMap<>();
        columns.forEach(column -> marks.put(column, MARK + column + MARK));
        String[] parts =
                messages.of(size, new Row(marks), nonce).body().orElse("").split(MARK, -1);
        StringBuilder pattern = new StringBuilder();
        for (int i = 0; i < parts.length; i++) {
            String group = "(?<c" + columns.indexOf(parts[i]) + ">";
            boolean known = pattern.indexOf(group) >= 0;
            pattern.append(
                    i % 2 == 0
                            ? Pattern.quote(parts[i])
                            : known ? "\\k<c" + columns.indexOf(parts[i]) + ">" : group + "[^\\r\\n]*?)");
        }
        Matcher made = Pattern.compile(pattern.toString(), Pattern.DOTALL).matcher(request);
        if (!made.matches()) {
            return Optional.empty();
        }
        Map<String, String> values = new HashMap<>();
        columns.stream()
                .filter(column -> pattern.indexOf("(?<c" + columns.indexOf(column) + ">") >= 0)
                .forEach(column -> values.put(column, made.group("c" + columns.indexOf(column))));
        return Optional.of(new Row(values));
    }

    /** An answer without its nonce is asked for with another one, so that it differs. */
    private static String nonce(Messages messages, byte[] response) throws IOException {
        try {
            return new AnswerCheck(messages)
                    .find(messages.scenario().answer().nonce(), response)
                    .filter(found -> found.matches(NONCE))
                    .orElse(QuoteJob.NONCE);
        } catch (SAXException unreadable) {
            return QuoteJob.NONCE;
        }
    }

    private Optional<String> difference(Scenario scenario, Answer expected, byte[] got) {
        return scenario.backend() instanceof FromFiles
                ? new AnswerCheck(new Messages(scenario))
                        .difference(new String(expected.body(), StandardCharsets.UTF_8), expected.mediaType(), got)
                : classifier.of(job(scenario), expected.body(), got);
    }

    private QuoteJob job(Scenario scenario) {
        return jobs.computeIfAbsent(scenario, one -> QuoteJob.of(one).orElseThrow());
    }

    /** How many answers each of those that were kept stands for; empty where they were not counted. */
    private static Map<String, Long> answers(Path folder) throws IOException {
        Path file = folder.resolve("contents.csv");
        Map<String, Long> answers = new HashMap<>();
        if (Files.exists(file)) {
            for (String row : Files.readAllLines(file)) {
                Matcher matcher = ROW.matcher(row);
                if (matcher.matches()) {
                    answers.put(matcher.group(1), Long.parseLong(matcher.group(2)));
                }
            }
        }
        return answers;
    }

    private static String name(Path request) {
        String file = request.getFileName().toString();
        return file.substring(0, file.length() - REQUEST.length());
    }

    /** Only pairs: a killed injector may leave half of one. */
    private static List<Path> requests(Path folder) throws IOException {
        return Listing.of(folder).stream()
                .filter(file -> file.getFileName().toString().matches("content-[0-9]+\\.request\\.xml"))
                .filter(file -> Files.exists(response(file)))
                .toList();
    }

    private static Path response(Path request) {
        return request.resolveSibling(request.getFileName().toString().replace(REQUEST, RESPONSE));
    }

    private static String symbol(byte[] request, Path file, QuoteJob job) throws IOException {
        Matcher matcher = Pattern.compile(
                        "[<:]" + Pattern.quote(job.requestFormat().symbol()) + ">([^<]*)</")
                .matcher(new String(request, StandardCharsets.UTF_8));
        if (!matcher.find()) {
            throw new IOException(file + " has no symbol");
        }
        return matcher.group(1);
    }
}
