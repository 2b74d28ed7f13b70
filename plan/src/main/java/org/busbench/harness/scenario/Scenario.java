package org.busbench.harness.scenario;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.busbench.harness.text.Template;

/**
 * A job that a mediator does, as a folder describes it: what is sent, and what must come back.
 *
 * @param file its {@code scenario.yaml}
 * @param title what reports call it
 * @param about one line for people
 * @param sizes names of the sizes of its messages; {@link #OWN_SIZE} alone where they have one size
 * @param refusal how messages that are wrong on purpose must be refused; empty where all are right
 * @param limit of the key whose rows have the route {@code limited}; empty where there is none
 * @param backend who answers
 * @param tls whether clients reach the mediator, and it the backend, over TLS
 * @param step how it builds upon a simpler one
 */
public record Scenario(
        Path file,
        String name,
        String title,
        String about,
        Request request,
        List<String> sizes,
        Data data,
        Answer answer,
        Optional<Refusal> refusal,
        Optional<Limit> limit,
        Backend backend,
        boolean tls,
        Optional<Step> step) {

    /**
     * What a mediator does more than in a simpler scenario.
     *
     * @param after name of that scenario; empty for the simplest
     * @param adds in a word
     */
    public record Step(Optional<String> after, String adds) {}

    public static final String FILE_NAME = "scenario.yaml";

    /** The size of a scenario whose messages have one size. */
    public static final String OWN_SIZE = "own";

    /** The placeholder of what is new in each request. */
    public static final String NONCE = "nonce";

    /** The placeholder of the name of a size, in paths. */
    public static final String SIZE = "size";

    /** The placeholder of the number of a request in its load, in ten digits. */
    public static final String SEQUENCE = "seq";

    /** The placeholder of the number of a message among those that one request makes. */
    public static final String PART = "part";

    /** The placeholder of the backend that must answer. */
    public static final String ROUTE = "route";

    public Scenario {
        sizes = List.copyOf(sizes);
        if (sizes.isEmpty()) {
            throw new IllegalArgumentException(name + ": a scenario without a size of messages");
        }
    }

    public Path folder() {
        return file.toAbsolutePath().normalize().getParent();
    }

    /** Its file and all that it names: what decides what is sent and what is demanded. */
    public List<Path> files() {
        return Stream.of(
                        Stream.of(file),
                        request.bodies().values().stream(),
                        data.file().stream(),
                        answer.expected().values().stream(),
                        backend.files().stream())
                .flatMap(files -> files)
                .distinct()
                .toList();
    }

    /** Whether its sizes have names, so that a suite can choose among them. */
    public boolean hasNamedSizes() {
        return !sizes.equals(List.of(OWN_SIZE));
    }

    /** The instances of our backend among which one answers. */
    public List<String> instances() {
        return tls ? List.of(Backend.OVER_TLS) : Backend.INSTANCES;
    }

    /** The backend that must answer a row's message; empty where routes are not checked. */
    public Optional<String> route(Row row) {
        return answer.route().flatMap(route -> route.only().or(row::route));
    }

    /**
     * What is sent.
     *
     * @param path where, unless an adapter has its own
     * @param bodies template of the body by size; empty for requests without one
     * @param values texts of the templates that stand for a placeholder: for {@code nonce} everywhere, for others once
     */
    public record Request(
            String method,
            String path,
            Map<String, Template> headers,
            Map<String, Path> bodies,
            Map<String, String> values) {

        public Request {
            headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
            bodies = Collections.unmodifiableMap(new LinkedHashMap<>(bodies));
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }
    }

    /**
     * What differs from request to request.
     *
     * @param columns names of the columns, which are placeholders
     * @param samples the first row of each route; one without values where there is no file
     * @param others rows that make yet other messages, no more than 1,000
     * @param refused rows whose messages must be refused: the first of each kind, and no more than 16
     * @param generated how the file is made, where it is not one of the user's
     */
    public record Data(
            Optional<Path> file,
            List<String> columns,
            List<Row> samples,
            List<Row> others,
            List<Row> refused,
            Optional<GeneratedRows> generated) {
        /** No file: all requests are alike but for their nonce. */
        public static final Data NONE = new Data(
                Optional.empty(), List.of(), List.of(new Row(Map.of())), List.of(), List.of(), Optional.empty());

        public Data {
            columns = List.copyOf(columns);
            samples = List.copyOf(samples);
            others = List.copyOf(others);
            refused = List.copyOf(refused);
        }
    }

    /** The values of a row by column. */
    public record Row(Map<String, String> values) {
        public Row {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }

        public Optional<String> route() {
            return Optional.ofNullable(values.get(ROUTE));
        }

        /** The row in a few words, short enough for the name of a file: the begin of its first value that is no nonce. */
        public String label() {
            return values.entrySet().stream()
                    .filter(entry ->
                            !entry.getKey().equals(NONCE) && !entry.getKey().equals(ROUTE))
                    .map(entry ->
                            entry.getValue().length() > 40 ? entry.getValue().substring(0, 40) : entry.getValue())
                    .findFirst()
                    .or(this::route)
                    .orElse("message");
        }
    }

    /**
     * What must come back.
     *
     * @param nonce where the nonce of the request stands
     * @param contains texts that must be in it
     * @param lacks texts that must not be in it
     * @param ends what it ends with, blanks apart
     * @param route how it names its backend; empty where routes are not checked
     * @param expected template of the whole answer by size; empty where nothing says it
     * @param ordered whether elements of the whole answer stand in the order of the expected one
     */
    public record Answer(
            int status,
            NoncePlace nonce,
            List<Demand> contains,
            List<String> lacks,
            Optional<String> ends,
            Optional<Route> route,
            Map<String, Path> expected,
            boolean ordered) {

        public Answer {
            contains = List.copyOf(contains);
            lacks = List.copyOf(lacks);
            expected = Collections.unmodifiableMap(new LinkedHashMap<>(expected));
        }
    }

    /**
     * How a message must be refused that is wrong on purpose. It may not reach a backend.
     *
     * @param statuses of which the answer must have one
     * @param contains texts that must be in it
     */
    public record Refusal(List<Integer> statuses, List<String> contains) {
        public Refusal {
            statuses = List.copyOf(statuses);
            contains = List.copyOf(contains);
        }
    }

    /**
     * How many messages of a key are let through. What is above is refused with status 429, and may not reach a backend.
     *
     * @param burst how many may come at once
     */
    public record Limit(int perSecond, int burst) {}

    /**
     * A text that must be in an answer.
     *
     * @param sizes for which it is demanded; empty for all
     */
    public record Demand(Template text, List<String> sizes) {
        public Demand {
            sizes = List.copyOf(sizes);
        }

        public boolean holdsFor(String size) {
            return sizes.isEmpty() || sizes.contains(size);
        }
    }

    /**
     * How an answer names the backend that gave it.
     *
     * @param only the backend that must answer all messages; empty where the data say it
     */
    public record Route(Template text, Optional<String> only) {}
}
