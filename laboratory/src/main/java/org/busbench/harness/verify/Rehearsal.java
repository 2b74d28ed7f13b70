package org.busbench.harness.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.harness.scenario.Backend;
import org.busbench.harness.scenario.Backend.FromFiles;
import org.busbench.harness.scenario.Message;
import org.busbench.harness.scenario.Messages;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.scenario.Scenario.Row;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.YamlFile;
import org.xml.sax.SAXException;

/**
 * A scenario tried without any process: each of its requests is made, goes to a backend made of its files, and the answer is
 * held against what the scenario demands. For one thread.
 */
public final class Rehearsal {
    private static final String A_NONCE = "0123456789abcdef";
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final Pattern JSON = Pattern.compile("(?i)[^;]*[/+]json\\b");
    private static final JsonFactory JSON_FACTORY = new JsonFactory();
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]*)}");

    private final Scenario scenario;
    private final Messages messages;
    private final AnswerCheck check;
    private final Map<String, Problem> problems = new LinkedHashMap<>();
    private int requests;

    private Rehearsal(Scenario scenario) {
        this.scenario = scenario;
        this.messages = new Messages(scenario);
        this.check = new AnswerCheck(messages);
    }

    /**
     * Tries every size of the first row of each route, and the first size of the others.
     *
     * @throws Problem when a file cannot be read any more
     */
    public static Rehearsal of(Scenario scenario) {
        Rehearsal rehearsal = new Rehearsal(scenario);
        if (scenario.backend() instanceof Backend.Stockquote) {
            rehearsal.attempt(() -> QuoteJob.of(scenario));
        }
        for (String size : scenario.sizes()) {
            for (Row row : scenario.data().samples()) {
                rehearsal.requests++;
                rehearsal.attempt(() -> rehearsal.tried(size, row));
            }
            for (Row row : scenario.data().refused()) {
                rehearsal.requests++;
                rehearsal.attempt(() -> rehearsal.messages.of(size, row, A_NONCE));
            }
        }
        scenario.data().others().forEach(row -> rehearsal.attempt(() -> rehearsal.triedToo(row)));
        return rehearsal;
    }

    private void triedToo(Row row) {
        try {
            tried(scenario.sizes().get(0), row);
        } catch (ConfigProblem found) {
            throw new ConfigProblem(
                    found.file(), found.line(), found.problem() + "; it is made for " + row.label(), found);
        }
    }

    /** How many requests were made for the first row of each route. */
    public int requests() {
        return requests;
    }

    /** The faults, each with its file and line; empty when the scenario is sound. */
    public List<Problem> problems() {
        return List.copyOf(problems.values());
    }

    private void attempt(Runnable part) {
        try {
            part.run();
        } catch (Problem problem) {
            // The same line is wrong in each size and row.
            problems.putIfAbsent(
                    problem instanceof ConfigProblem placed
                            ? placed.file() + ":" + placed.line()
                            : problem.getMessage(),
                    problem);
        }
    }

    private void tried(String size, Row row) {
        Message message = messages.of(size, row, A_NONCE);
        if (!message.body().orElse("").contains(A_NONCE)
                && !filled(scenario.request().path()).contains(A_NONCE)
                && message.headers().values().stream().noneMatch(value -> value.contains(A_NONCE))) {
            throw problem(
                    "request",
                    "no request carries a nonce: put ${nonce} into the path or the body, or a text that 'values' says"
                            + " stands for it");
        }
        if (!message.body().orElse("").isEmpty()) {
            requireJson(
                    message.header("content-type").orElse(""),
                    message.body().orElse(""),
                    scenario.request().bodies().get(size));
        }
        String route = scenario.route(row).orElse(null);
        Optional<String> expected = messages.expected(size, row, A_NONCE, route);
        if (scenario.backend() instanceof FromFiles files) {
            Answer answer = answer(
                    files,
                    size,
                    row,
                    message,
                    route == null ? scenario.instances().get(0) : route);
            expected.ifPresent(text -> requireJson(
                    files.answer().type(), text, scenario.answer().expected().get(size)));
            // Where the scenario states the answer, a mediator may have to transform the backend's.
            Answer wanted =
                    expected.map(text -> answer.withBody(text.getBytes(UTF_8))).orElse(answer);
            String what = (expected.isPresent() ? "the stated answer to " : "the backend's own answer to ")
                    + row.label() + " (" + size + ") would be refused: ";
            Path made = scenario.answer()
                    .expected()
                    .getOrDefault(size, files.answer().body());
            check.fault(size, row, A_NONCE, route, wanted).ifPresent(fault -> {
                throw problem("answer", what + fault + "; it is made of " + made);
            });
        }
    }

    /** The answer that the backend program would give: to the request, or to the last of the messages that it makes. */
    private Answer answer(FromFiles files, String size, Row row, Message message, String backend) {
        if (files.arrives().isEmpty()) {
            return answer(files, message, A_NONCE, backend);
        }
        List<String> bodies = messages.arriving(files.arrives(), size, row, A_NONCE);
        Answer last = null;
        for (int i = 0; i < bodies.size(); i++) {
            last = answer(
                    files,
                    message.withBody(bodies.get(i)),
                    filled(files.nonces().get(i)),
                    backend);
        }
        return last;
    }

    private Answer answer(FromFiles files, Message message, String wanted, String backend) {
        // The backend searches the body, or the path of a request without one.
        String asked = message.body().filter(body -> !body.isEmpty()).orElseGet(() -> filled(files.path()));
        Optional<String> nonce;
        try {
            nonce = check.find(files.nonce(), asked.getBytes(UTF_8));
        } catch (IOException | SAXException unreadable) {
            throw problem(
                    "backend",
                    "the backend cannot look for the nonce in a request with "
                            + files.nonce().kind() + ": " + Problem.brief(unreadable));
        }
        if (nonce.filter(wanted::equals).isEmpty()) {
            throw problem(
                    "backend",
                    "the backend finds " + nonce.map(other -> "'" + other + "'").orElse("no nonce")
                            + " instead of '" + wanted + "' in a request at "
                            + files.nonce().kind() + " " + files.nonce().text());
        }
        for (String accepted : files.accepts()) {
            String text = accepted.replace("${nonce}", wanted);
            if (!asked.contains(text)) {
                throw problem("backend", "the backend would refuse a request, which does not hold '" + accepted + "'");
            }
        }
        String body = body(files.answer(), backend, wanted, message.body().orElse(""));
        requireJson(files.answer().type(), body, files.answer().body());
        return new Answer(
                files.answer().status(),
                Map.of("Content-Type", List.of(files.answer().type())),
                body.getBytes(UTF_8));
    }

    /** A message that calls itself JSON must be JSON, whatever looks for the nonce in it. */
    private static void requireJson(String type, String text, Path file) {
        if (!JSON.matcher(type).lookingAt()) {
            return;
        }
        try (JsonParser parser = JSON_FACTORY.createParser(text)) {
            while (parser.nextToken() != null) {
                // Each token is checked as it is read.
            }
        } catch (JsonProcessingException malformed) {
            // A text that is nested too deep is refused without a place.
            int line = malformed.getLocation() == null
                    ? 1
                    : malformed.getLocation().getLineNr();
            String fault = text.startsWith(BYTE_ORDER_MARK)
                    ? "it begins with a byte order mark, which JSON does not have: save it without"
                    : "it is not JSON here, or nested too deep, and its Content-Type is " + type;
            throw new ConfigProblem(file, line, fault, malformed);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static String filled(String path) {
        return path.replace("${nonce}", A_NONCE);
    }

    private static String body(Backend.Reply reply, String backend, String nonce, String request) {
        String text = Messages.text(reply.body());
        Map<String, String> values = Map.of("backend", backend, "nonce", nonce, "request", request, "fill", "");
        List<String> used = new ArrayList<>();
        Matcher placeholder = PLACEHOLDER.matcher(text);
        StringBuilder body = new StringBuilder();
        while (placeholder.find()) {
            String value = values.get(placeholder.group(1));
            if (value == null) {
                throw new ConfigProblem(
                        reply.body(),
                        text.substring(0, placeholder.start()).split("\n", -1).length,
                        "it has " + placeholder.group()
                                + ": only ${nonce}, ${backend}, ${request} and ${fill} are known");
            }
            used.add(placeholder.group(1));
            placeholder.appendReplacement(body, Matcher.quoteReplacement(value));
        }
        placeholder.appendTail(body);
        long fills = used.stream().filter("fill"::equals).count();
        if (fills != (reply.size() > 0 ? 1 : 0)) {
            throw new ConfigProblem(
                    reply.body(),
                    1,
                    "it has ${fill} " + fills + " times: it is needed once where the answer has a size, and not else");
        }
        return body.toString();
    }

    private ConfigProblem problem(String key, String what) {
        int line = YamlFile.read(scenario.file()).key(key).line();
        return new ConfigProblem(scenario.file(), line, what);
    }
}
