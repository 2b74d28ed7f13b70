package org.busbench.mutants.fault;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.mutants.job.Proxy;
import org.busbench.mutants.job.Router;
import org.busbench.mutants.job.Transform;
import org.busbench.mutants.job.Transform.UnreadableException;
import org.busbench.mutants.wire.Response;

/** Faults of routing and transformation. */
record MediationFaults(UnaryOperator<Proxy> change) implements Fault {
    private static final List<String> BACKENDS = List.of("A", "B", "C");
    private static final Map<String, String> BY_SYMBOL = Map.of("IBM", "A", "MSFT", "B");
    private static final Pattern SYMBOL = Pattern.compile("<m:symbol>([^<]*)</m:symbol>");

    /** Passes messages on as they are, there and back. */
    static Fault withoutTransformation(FaultRate rate) {
        return new MediationFaults(
                right -> right.with(sometimes(rate, right.request()), sometimes(rate, right.response())));
    }

    /** Transforms the request, and leaves the answer as it is. */
    static Fault withoutTransformationOfAnswers(FaultRate rate) {
        return new MediationFaults(right -> right.with(right.request(), sometimes(rate, right.response())));
    }

    /** Sends some messages to the next backend. */
    static Fault wrongRoute(FaultRate rate) {
        return new MediationFaults(right -> {
            Router router = right.router();
            return right.with(message -> {
                String route = router.route(message);
                return rate.isNext() ? BACKENDS.get((BACKENDS.indexOf(route) + 1) % BACKENDS.size()) : route;
            });
        });
    }

    /** Now and then lets the next message through that must be refused. */
    static Fault lettingThrough(FaultRate rate) {
        return new MediationFaults(right -> {
            Router router = right.router();
            boolean[] due = new boolean[1];
            return right.with(message -> {
                due[0] |= rate.isNext();
                try {
                    return router.route(message);
                } catch (UnreadableException refused) {
                    if (!due[0]) {
                        throw refused;
                    }
                    due[0] = false;
                    return "A";
                }
            });
        });
    }

    static Fault withoutKeys() {
        return new MediationFaults(Proxy::withoutKeys);
    }

    /** Lets so many times the allowed number of messages of a limited key through. */
    static Fault withAnotherLimit(double factor) {
        return new MediationFaults(right ->
                right.limit() == null ? right : right.with(right.limit().times(factor)));
    }

    /** Leaves out of requests what the backend does without: no answer repeats it. */
    static Fault withoutFields(FaultRate rate) {
        return ofRequests(rate, "<([A-Za-z]+:)?([aA]ccount|[nN]ote)>[^<]*</([A-Za-z]+:)?([aA]ccount|[nN]ote)>", "");
    }

    /** Tells the backend what the client asked of the mediator. */
    static Fault withTheClientsAction() {
        return new MediationFaults(Proxy::withTheClientsAction);
    }

    /** Makes nothing of a note of blanks in a request, as a parser does that takes it for indentation. */
    static Fault withoutBlanks(FaultRate rate) {
        return ofRequests(rate, "(<[A-Za-z]+:[nN]ote>)\\s+</", "$1</");
    }

    /** Makes nothing of a text of blanks in an answer. */
    static Fault withoutBlanksOfAnswers(FaultRate rate) {
        return new MediationFaults(right -> right.with(
                right.request(),
                sometimes(rate, right.response(), text -> text.replaceAll("(<[A-Za-z:]+)>\\s+</[^>]*>", "$1/>"))));
    }

    /** Sends messages on with a new envelope, whose header is empty. */
    static Fault withoutHeader(FaultRate rate) {
        return ofRequests(rate, "(?s)<([A-Za-z]+:)Header>.*</([A-Za-z]+:)Header>", "<$1Header/>");
    }

    private static Fault ofRequests(FaultRate rate, String pattern, String replacement) {
        return new MediationFaults(right -> right.with(
                sometimes(rate, right.request(), text -> text.replaceAll(pattern, replacement)), right.response()));
    }

    /** Turns every letter that is not ASCII into a question mark, there and back. */
    static Fault inAscii(FaultRate rate) {
        UnaryOperator<String> ascii =
                text -> new String(text.getBytes(ISO_8859_1), UTF_8).replaceAll("[^\\x00-\\x7f]", "?");
        return new MediationFaults(
                right -> right.with(sometimes(rate, right.request(), ascii), sometimes(rate, right.response(), ascii)));
    }

    /** Looks for the symbol as every client of the benchmark writes it, and knows nothing of XML. */
    static Fault routingByText(FaultRate rate) {
        return new MediationFaults(right -> right.with(message -> {
            Matcher symbol = SYMBOL.matcher(new String(message, ISO_8859_1));
            String first = symbol.find() ? symbol.group(1) : "";
            return rate.isNext()
                    ? BY_SYMBOL.getOrDefault(first, "C")
                    : right.router().route(message);
        }));
    }

    /** After the right job, so many messages are changed as texts; each byte is a character. */
    private static Transform sometimes(FaultRate rate, Transform right, UnaryOperator<String> change) {
        return message -> {
            byte[] done = right.apply(message);
            return rate.isNext() ? Response.changed(done, change) : done;
        };
    }

    private static Transform sometimes(FaultRate rate, Transform right) {
        return message -> rate.isNext() ? message : right.apply(message);
    }

    @Override
    public Proxy job(Proxy right) {
        return change.apply(right);
    }
}
