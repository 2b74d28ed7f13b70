package org.busbench.harness.torture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.busbench.harness.torture.Case.Outcome;
import org.busbench.harness.torture.StrictReader.Field;
import org.busbench.harness.torture.StrictReader.Message;
import org.busbench.harness.torture.TortureClient.View;
import org.busbench.harness.verify.XmlComparison;

/**
 * Judges an exchange by what its client got and what reached the backend. Wrong in every case are: a message by which two
 * readers could see different ones, on either side; more requests or answers than were sent; a body that is not its own; a
 * field passed on that was for the proxy alone. Beyond that the case says what is right.
 */
public final class Judge {
    private static final Set<String> HOP_BY_HOP =
            Set.of("keep-alive", "proxy-connection", "te", "upgrade", "proxy-authenticate");
    private static final Set<String> OPTIONS =
            Set.of("close", "keep-alive", "host", "content-length", "transfer-encoding", "te", "upgrade");

    private final XmlComparison xml = new XmlComparison();

    /** How a case went. */
    public enum Rating {
        RIGHT,
        TOLERABLE,
        WRONG
    }

    /**
     * A judgement.
     *
     * @param reason why it is not right; empty when it is
     * @param client what the client got, in the words of {@link Outcome}
     * @param backend what reached the backend
     */
    public record Finding(Rating rating, String reason, String client, String backend) {}

    Finding of(Case one, CaseMessages messages, View client, List<ProgrammedBackend.Connection> backend) {
        List<String> faults = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        List<Message> requests = ofCase(messages, backend);
        checkRequests(one, messages, client, requests, faults, remarks);
        List<Set<String>> answers = checkAnswers(one, messages, client, faults, remarks);
        checkTexts(one, messages, client, backend, faults);
        checkRoute(one, messages, backend, faults);
        String atBackend = atBackend(requests);
        String got = answers.stream().map(words -> words.iterator().next()).collect(Collectors.joining(","))
                + (client.own()
                        ? ""
                        : client.end() == TortureClient.End.OPEN
                                ? ""
                                : " then " + client.end().name().toLowerCase(Locale.ROOT));
        Rating rating = Rating.WRONG;
        if (allows(one.judgement().right(), answers, atBackend)) {
            rating = Rating.RIGHT;
        } else if (allows(one.judgement().tolerable(), answers, atBackend)) {
            rating = Rating.TOLERABLE;
            remarks.add(
                    "not the best outcome, which is " + texts(one.judgement().right()));
        } else {
            faults.add("the client got " + got + " and the backend " + atBackend + "; right is "
                    + texts(one.judgement().right()));
        }
        if (!faults.isEmpty()) {
            return new Finding(Rating.WRONG, String.join("; ", new LinkedHashSet<>(faults)), got, atBackend);
        }
        if (one.demands().closes() && client.end() == TortureClient.End.OPEN && !client.own()) {
            remarks.add("the connection stays open");
        }
        return remarks.isEmpty()
                ? new Finding(rating, "", got, atBackend)
                : new Finding(Rating.TOLERABLE, String.join("; ", new LinkedHashSet<>(remarks)), got, atBackend);
    }

    /** The fault of the answer to a good request; empty when it is whole, its own, and what the backend gave. */
    Optional<String> faultOfGood(CaseMessages messages, Message answer) {
        if (answer.status() != 200) {
            return Optional.of("status " + answer.status());
        }
        String nonce = CaseMessages.nonceIn(answer.content());
        if (!nonce.equals(messages.nonce(0))) {
            return Optional.of("an answer without the request's own nonce");
        }
        return isWhole(messages, answer, nonce)
                ? Optional.empty()
                : Optional.of("another answer than the backend gave");
    }

    private static String texts(List<Outcome> outcomes) {
        return outcomes.stream().map(outcome -> "'" + outcome.text() + "'").collect(Collectors.joining(" or "));
    }

    private static boolean allows(List<Outcome> outcomes, List<Set<String>> answers, String atBackend) {
        return outcomes.stream().anyMatch(outcome -> outcome.allows(answers, atBackend));
    }

    /** Requests of other traffic have nonces of their own, which are none of the case's. */
    private static List<Message> ofCase(CaseMessages messages, List<ProgrammedBackend.Connection> backend) {
        return backend.stream()
                .flatMap(connection -> connection.messages().stream())
                .filter(request -> {
                    String nonce = CaseMessages.nonceIn(request.content());
                    boolean query = request.start() != null
                            && request.start().toLowerCase(Locale.ROOT).contains("wsdl");
                    return nonce.isEmpty() ? !query : messages.requestOf(nonce) >= 0;
                })
                .toList();
    }

    private static String atBackend(List<Message> requests) {
        long whole = requests.stream().filter(Message::complete).count();
        if (whole == 0) {
            return requests.isEmpty() ? "nothing" : "part";
        }
        return whole == 1 ? "one" : whole == 2 ? "two" : whole == 3 ? "three" : whole + " requests";
    }

    private void checkRequests(
            Case one,
            CaseMessages messages,
            View client,
            List<Message> requests,
            List<String> faults,
            List<String> remarks) {
        Set<String> forProxy = listed(client.sent());
        Set<String> clientLines = lines(client.sent());
        long whole = requests.stream().filter(Message::complete).count();
        if (whole > one.exchange().requests()) {
            faults.add("the backend got " + whole + " requests instead of "
                    + one.exchange().requests());
        }
        for (Message request : requests) {
            flaws("the backend got ", request, faults, remarks);
            if (request.complete()) {
                body(one, messages, request, faults);
            }
            Set<String> own = options(request.values("Connection"));
            for (Field field : request.fields()) {
                String name = field.name().toLowerCase(Locale.ROOT);
                if (forProxy.contains(name)) {
                    faults.add("the backend got the field " + field.name() + ", which the client's Connection names");
                } else if (HOP_BY_HOP.contains(name)
                        && !own.contains(name)
                        && clientLines.contains(name + ":" + field.value())) {
                    faults.add("the backend got the client's own " + field.name() + ": " + field.value());
                }
            }
        }
    }

    /** The body must be the one that was sent, byte by byte or as XML. */
    private void body(Case one, CaseMessages messages, Message request, List<String> faults) {
        byte[] body = request.content();
        int place = messages.requestOf(CaseMessages.nonceIn(body));
        if (ownContent(one) || (place >= 0 && messages.transforms())) {
            return;
        }
        if (place < 0) {
            if (body.length > 0) {
                faults.add("the backend got a body of " + body.length + " bytes that no client sent as a message");
            }
            return;
        }
        byte[] sent = messages.requestBody(place);
        if (!Arrays.equals(sent, body)) {
            xml.differenceOfMessages(sent, body)
                    .ifPresent(difference -> faults.add("the backend got another body than was sent: " + difference));
        }
    }

    private static boolean ownContent(Case one) {
        return one.exchange().with().containsKey("content")
                && !one.exchange().with().get("content").matches("\\$\\{(chunks|((gzip|deflate):)?body)}");
    }

    private List<Set<String>> checkAnswers(
            Case one, CaseMessages messages, View client, List<String> faults, List<String> remarks) {
        List<Message> finals = client.finalAnswers();
        client.answers().forEach(answer -> flaws("the client got ", answer, faults, remarks));
        if (finals.size() > one.exchange().requests()) {
            faults.add("the client got " + finals.size() + " answers to "
                    + one.exchange().requests() + " requests");
        }
        List<Set<String>> words = new ArrayList<>();
        for (int i = 0; i < one.exchange().requests(); i++) {
            words.add(i < finals.size() ? words(messages, client, finals.get(i), i, faults) : none(client));
        }
        return words;
    }

    private static Set<String> none(View client) {
        return Set.of(client.end() == TortureClient.End.OPEN ? "silent" : "closed");
    }

    private Set<String> words(CaseMessages messages, View client, Message answer, int place, List<String> faults) {
        Set<String> words = new LinkedHashSet<>();
        if (!answer.complete()) {
            words.add(client.end() == TortureClient.End.OPEN ? "hanging" : "cut");
            return words;
        }
        String nonce = CaseMessages.nonceIn(answer.content());
        int request = messages.requestOf(nonce);
        if (!nonce.isEmpty() && request != place) {
            faults.add(
                    request < 0
                            ? "the client got an answer to another client's request"
                            : "answer " + (place + 1) + " is the one to request " + (request + 1));
        } else if (answer.status() == 200 && isWhole(messages, answer, nonce)) {
            words.add("good");
        }
        words.add(Integer.toString(answer.status()));
        words.add(answer.status() / 100 + "xx");
        if (isSame(messages, answer)) {
            words.add("same");
        }
        return words;
    }

    /** Whether an answer has the status and the content that the case's answer has. */
    private boolean isSame(CaseMessages messages, Message answer) {
        String start = new String(messages.backend("${answer-start}", messages.nonce(0)), ISO_8859_1);
        byte[] given = messages.backend("${answer-content}", messages.nonce(0));
        return start.contains(" " + answer.status() + " ")
                && (Arrays.equals(given, answer.content()) || xml.areSame(given, answer.content()));
    }

    private boolean isWhole(CaseMessages messages, Message answer, String nonce) {
        if (nonce.isEmpty()) {
            return false;
        }
        if (messages.transforms()) {
            return new String(answer.content(), ISO_8859_1).contains("CheckPriceResponse");
        }
        byte[] given = messages.answerBody(nonce);
        return Arrays.equals(given, answer.content())
                || xml.differenceOfMessages(given, answer.content()).isEmpty();
    }

    private static void flaws(String side, Message message, List<String> faults, List<String> remarks) {
        if (message.complete() && message.isMislabelled()) {
            faults.add(side + "a body that is not " + message.values("Content-Encoding")
                    + ", as its Content-Encoding says");
        }
        message.flaws().forEach(flaw -> (flaw.grave() ? faults : remarks).add(side + flaw.text()));
    }

    private static void checkRoute(
            Case one, CaseMessages messages, List<ProgrammedBackend.Connection> backend, List<String> faults) {
        String wanted = one.demands().backend();
        for (ProgrammedBackend.Connection connection : backend) {
            if (!wanted.isEmpty()
                    && !connection.instance().equals(wanted)
                    && ofCase(messages, List.of(connection)).stream().anyMatch(Message::complete)) {
                faults.add("backend " + connection.instance() + " got the request, which is for " + wanted);
            }
        }
    }

    private static void checkTexts(
            Case one,
            CaseMessages messages,
            View client,
            List<ProgrammedBackend.Connection> backend,
            List<String> faults) {
        String got = client.received();
        String reached =
                backend.stream().map(connection -> connection.received()).collect(Collectors.joining());
        text(one.demands().backendLacks(), messages, reached, "the backend", faults);
        text(one.demands().clientLacks(), messages, got, "the client", faults);
    }

    private static void text(
            List<String> texts, CaseMessages messages, String where, String side, List<String> faults) {
        for (String text : texts) {
            String filled = new String(messages.client(text), ISO_8859_1);
            if (where.toLowerCase(Locale.ROOT).contains(filled.toLowerCase(Locale.ROOT))) {
                faults.add(side + " got " + StrictReader.shown(filled));
            }
        }
    }

    /** Names that a client's Connection fields list: they are for the proxy alone. */
    private static Set<String> listed(String sent) {
        Set<String> names = new HashSet<>();
        for (String line : lines(sent)) {
            if (line.startsWith("connection:")) {
                names.addAll(options(List.of(line.substring("connection:".length()))));
            }
        }
        names.removeAll(OPTIONS);
        return names;
    }

    private static Set<String> options(List<String> values) {
        return values.stream()
                .flatMap(value -> List.of(value.toLowerCase(Locale.ROOT).split(",", -1)).stream())
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toSet());
    }

    /** The lines of the first head, names in lower case and without the blanks around values. */
    private static Set<String> lines(String sent) {
        String head = sent.split("\r\n\r\n", 2)[0];
        Set<String> lines = new HashSet<>();
        for (String line : head.split("\r\n", -1)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                lines.add(line.substring(0, colon).toLowerCase(Locale.ROOT) + ":"
                        + line.substring(colon + 1).strip());
            }
        }
        return lines;
    }
}
