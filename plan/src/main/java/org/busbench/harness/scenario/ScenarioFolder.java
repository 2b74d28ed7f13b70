package org.busbench.harness.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.busbench.common.DataRows;
import org.busbench.common.WritablePlace;
import org.busbench.harness.scenario.Scenario.Answer;
import org.busbench.harness.scenario.Scenario.Data;
import org.busbench.harness.scenario.Scenario.Demand;
import org.busbench.harness.scenario.Scenario.Limit;
import org.busbench.harness.scenario.Scenario.Refusal;
import org.busbench.harness.scenario.Scenario.Request;
import org.busbench.harness.scenario.Scenario.Route;
import org.busbench.harness.scenario.Scenario.Row;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.Template;
import org.busbench.harness.text.YamlFile;
import org.busbench.harness.text.YamlMap;
import org.busbench.harness.text.YamlValue;

/** Reads a scenario's folder. {@code docs/schema/scenario-1.schema.json} describes its file for editors. */
public final class ScenarioFolder {
    private static final String SCHEMA = "busbench/scenario/1";
    private static final String PROJECT = "project";
    private static final String[] KEYS = {
        "schema", "name", "title", "about", "request", "sizes", "data", "answer", "refusal", "limit", "backend", "tls",
        "step"
    };
    private static final Pattern SIZE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]{0,19}");
    private static final Pattern COLUMN = Pattern.compile("[A-Za-z][A-Za-z0-9]{0,49}");
    private static final Pattern FILE_COLUMN = Pattern.compile("[\\w.-]+", Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern FIELD = Pattern.compile("[^,\\r\\n]+");
    private static final int MOST_ROWS = 1_000_000;
    private static final int MOST_OTHERS = 1_000;
    private static final int MOST_REFUSED = 16;
    private static final Pattern METHOD = Pattern.compile("[A-Z]{1,20}");
    /** A token of RFC 9110, section 5.6.2. */
    private static final Pattern HEADER = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    private static final Set<String> FRAMING = Set.of("content-length", "transfer-encoding", "host", "connection");

    private final Path folder;
    private final Path project;
    private final YamlMap map;
    private final List<String> sizes;
    private final Data data;
    private final Set<String> placeholders;
    private final boolean tls;

    private ScenarioFolder(Path folder, Path project, YamlMap map) {
        this.folder = folder;
        this.project = project;
        this.map = map;
        this.sizes = map.read("sizes", ScenarioFolder::sizes, List.of(Scenario.OWN_SIZE));
        this.data = map.read("data", this::data, Data.NONE);
        this.tls = map.read("tls", YamlValue::bool, false);
        this.placeholders = new HashSet<>(data.columns());
        placeholders.add(Scenario.NONCE);
        placeholders.add(Scenario.SEQUENCE);
    }

    /**
     * Reads a scenario, and makes sure that the files which it names are there.
     *
     * @param project the project's root, {@code ${project}} in the file
     * @throws ConfigProblem at the first line that is wrong
     */
    public static Scenario read(Path folder, Path project) {
        Path absolute = writable(folder.toAbsolutePath().normalize());
        return new ScenarioFolder(absolute, project, file(absolute).only(KEYS)).scenario();
    }

    /** Of one that makes its rows, where that cannot be written, a copy of the user's own. */
    private static Path writable(Path folder) {
        Path place = WritablePlace.of(folder.getParent()).resolve(folder.getFileName());
        if (place.equals(folder)
                || file(folder).find("data").flatMap(ScenarioFolder::program).isEmpty()) {
            return folder;
        }
        return Problem.ifFails("cannot copy " + folder + " to " + place, () -> {
            for (Path file : Listing.of(folder)) {
                if (Files.isRegularFile(file)) {
                    WritablePlace.write(place.resolve(file.getFileName()), Files.readAllBytes(file));
                }
            }
            return place;
        });
    }

    private static Optional<YamlValue> program(YamlValue data) {
        return data.isMap() ? data.map().find("program") : Optional.empty();
    }

    private static YamlMap file(Path folder) {
        return YamlFile.read(folder.resolve(Scenario.FILE_NAME)).schema(SCHEMA);
    }

    /**
     * The problems of a scenario's file: the first one of each key, by line. Where the data or the sizes cannot be read,
     * what uses them is left out.
     *
     * @return empty when {@link #read} reads it
     */
    public static List<Problem> problems(Path folder, Path project) {
        Path absolute = writable(folder.toAbsolutePath().normalize());
        Lint lint = new Lint();
        lint.attempt(() -> file(absolute)).ifPresent(map -> lint.look(absolute, project, map));
        return lint.found();
    }

    /** Reads the parts of a file one by one, and keeps what is wrong with each. */
    private static final class Lint {
        private final Map<String, Problem> found = new LinkedHashMap<>();

        private <T> Optional<T> attempt(Supplier<T> part) {
            try {
                return Optional.of(part.get());
            } catch (Problem problem) {
                found.putIfAbsent(problem.getMessage(), problem);
                return Optional.empty();
            }
        }

        void look(Path folder, Path project, YamlMap whole) {
            attempt(() -> whole.only(KEYS));
            YamlMap readable = whole;
            for (String key : List.of("sizes", "data", "tls")) {
                YamlMap alone = only(whole, List.of(key));
                if (attempt(() -> new ScenarioFolder(folder, project, alone)).isEmpty()) {
                    readable = readable.without(key);
                }
            }
            ScenarioFolder read = new ScenarioFolder(folder, project, readable);
            attempt(() -> whole.require("name").namedAsFolder());
            attempt(() -> whole.require("title").text());
            attempt(() -> whole.require("about").text());
            Optional<Backend> backend = attempt(() -> read.new BackendReader().read(whole.require("backend")));
            Optional<YamlMap> request = attempt(() -> whole.require("request").map());
            Optional<YamlMap> answer = attempt(() -> whole.require("answer").map());
            whole.find("step").ifPresent(step -> attempt(() -> read.step(step)));
            if (readable == whole) {
                request.ifPresent(map -> map.keys()
                        .forEach(key -> attempt(() ->
                                read.request(only(map, key.equals("values") ? List.of("body", key) : List.of(key))))));
                answer.ifPresent(map -> map.keys()
                        .forEach(key -> attempt(() -> read.answer(
                                only(map, List.of(Scenario.NONCE, key)), backend.orElse(new Backend.Theirs())))));
                if (found.isEmpty()) {
                    attempt(read::scenario);
                }
            }
        }

        private static YamlMap only(YamlMap map, List<String> kept) {
            YamlMap part = map;
            for (String key : map.keys()) {
                part = kept.contains(key) ? part : part.without(key);
            }
            return part;
        }

        List<Problem> found() {
            return found.values().stream()
                    .sorted(Comparator.comparingInt(
                            problem -> problem instanceof ConfigProblem placed ? placed.line() : 0))
                    .toList();
        }
    }

    private Scenario scenario() {
        String name = map.require("name").namedAsFolder();
        String title = map.require("title").text();
        String about = map.require("about").text();
        Request request = request(map.require("request").map());
        Backend backend = new BackendReader().read(map.require("backend"));
        Answer answer = answer(map.require("answer").map(), backend);
        if (backend instanceof Backend.Stockquote) {
            requireSymbolsAndRoutes(answer);
        }
        if (tls && backend.isOurs() && answer.route().flatMap(Route::only).isEmpty()) {
            throw map.key("tls")
                    .problem("of the backends " + Backend.OVER_TLS + " alone speaks TLS: add 'route' with 'only: "
                            + Backend.OVER_TLS + "' to the answer");
        }
        if (backend instanceof Backend.FromFiles files
                && !files.arrives().isEmpty()
                && answer.expected().isEmpty()) {
            throw map.key("answer")
                    .problem("the backend cannot be asked what must come back, for 'arrives' says that other messages"
                            + " reach it: add 'expected'");
        }
        return new Scenario(
                map.file(),
                name,
                title,
                about,
                request,
                sizes,
                data,
                answer,
                refusal(),
                limit(answer),
                backend,
                tls,
                map.find("step").map(this::step));
    }

    private Scenario.Step step(YamlValue value) {
        YamlMap map = value.map().only("after", "adds");
        return new Scenario.Step(
                map.find("after").map(after -> after.named()),
                map.require("adds").text());
    }

    /** Verification asks the quote service for symbols of its own, and must know who answers. */
    private void requireSymbolsAndRoutes(Answer answer) {
        if (answer.route().isEmpty()) {
            throw map.key("answer")
                    .problem(
                            "'route' is missing: the quote service has three instances, so say how an answer names its own");
        }
        if (!data.columns().contains(Backend.Stockquote.SYMBOL)) {
            YamlValue place = map.find("data").isPresent() ? map.key("data") : map.key("backend");
            throw place.problem("the quote service is asked for symbols: 'data' needs the column '"
                    + Backend.Stockquote.SYMBOL + "'");
        }
    }

    private static List<String> sizes(YamlValue list) {
        return list.distinct(
                item -> item.worded(SIZE_NAME, "the name of a size: use letters, digits, dots and hyphens"));
    }

    private Request request(YamlMap map) {
        map.only("method", "path", "headers", "body", "values");
        Optional<YamlValue> body = map.find("body");
        Map<String, Path> bodies = body.map(this::filesBySize).orElse(Map.of());
        return new Request(
                map.read("method", value -> value.worded(METHOD, "a method: write it in capitals"), "POST"),
                map.read("path", this::requestPath, "/"),
                map.read("headers", this::headers, Map.of()),
                bodies,
                map.read("values", values -> values(map.key("values"), values.map(), bodies), Map.of()));
    }

    private Map<String, Template> headers(YamlValue value) {
        YamlMap headers = value.map();
        for (String name : headers.keys()) {
            if (!HEADER.matcher(name).matches()) {
                throw headers.key(name).problem("'" + name + "' is not the name of a header");
            }
            if (FRAMING.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                throw headers.key(name).problem("'" + name + "' is written by busbench itself: remove it");
            }
        }
        return headers.mapped(item -> oneLine(item, text(item, placeholders)));
    }

    private Map<String, String> values(YamlValue key, YamlMap values, Map<String, Path> bodies) {
        if (bodies.isEmpty()) {
            throw key.problem("'values' are texts of the body, and there is none: add 'body', or remove it");
        }
        for (String name : values.keys()) {
            if (!placeholders.contains(name)) {
                throw values.key(name).problem("'" + name + "' is no placeholder" + Nearest.hint(name, sorted()));
            }
        }
        return values.mapped(YamlValue::word);
    }

    private Answer answer(YamlMap map, Backend backend) {
        map.only("status", Scenario.NONCE, "contains", "lacks", "ends", "route", "expected", "ordered");
        return new Answer(
                map.read("status", value -> value.count(200, 599), 200),
                place(map.require(Scenario.NONCE)),
                map.read("contains", this::demands, List.of()),
                map.read("lacks", YamlValue::texts, List.of()),
                map.find("ends").map(YamlValue::text),
                map.find("route").map(value -> route(value.map(), backend)),
                map.read("expected", this::filesBySize, Map.of()),
                map.read("ordered", YamlValue::bool, true));
    }

    private Optional<Refusal> refusal() {
        if (map.find("refusal").isPresent() == data.refused().isEmpty()) {
            throw map.problem("'refusal' says how messages are refused whose rows have the route '" + DataRows.REFUSED
                    + "': it needs such rows, and they need it");
        }
        return map.find("refusal").map(value -> {
            YamlMap refusal = value.map().only("statuses", "contains");
            return new Refusal(
                    refusal.require("statuses").someOf(status -> status.count(200, 599)),
                    refusal.read("contains", YamlValue::texts, List.of()));
        });
    }

    private Optional<Limit> limit(Answer answer) {
        boolean limited = data.samples().stream()
                .anyMatch(row -> row.route().filter(DataRows.LIMITED::equals).isPresent());
        if (map.find("limit").isPresent() != limited) {
            throw map.problem("'limit' says how many messages are let through whose rows have the route '"
                    + DataRows.LIMITED + "': it needs such rows, and they need it");
        }
        if (limited && answer.route().isPresent() && answer.route().get().only().isEmpty()) {
            throw map.key("limit")
                    .problem("the rows of the limited key name no backend: add 'only' to the route of the answer");
        }
        return map.find("limit").map(value -> {
            YamlMap limit = value.map().only("perSecond", "burst");
            return new Limit(
                    limit.require("perSecond").count(1, 1_000_000),
                    limit.require("burst").count(1, 1_000_000));
        });
    }

    private List<Demand> demands(YamlValue list) {
        return list.list(item -> {
            if (!item.isMap()) {
                return new Demand(text(item, placeholders), List.of());
            }
            YamlMap demand = item.map().only("text", "sizes");
            List<String> held = demand.require("sizes").someOf(size -> size.oneOf("size", sizes));
            return new Demand(text(demand.require("text"), placeholders), held);
        });
    }

    private Route route(YamlMap map, Backend backend) {
        map.only("text", "only");
        Set<String> known = new HashSet<>(placeholders);
        known.add(Scenario.ROUTE);
        Template text = text(map.require("text"), known);
        if (!text.names().contains(Scenario.ROUTE)) {
            throw map.require("text").problem("'" + text + "' names no backend: put ${route} into it");
        }
        Optional<String> only =
                map.find("only").map(value -> backend.isOurs() ? value.oneOf("backend", instances()) : value.text());
        if (only.isEmpty() && !data.columns().contains(Scenario.ROUTE)) {
            throw map.problem("who must answer? Add 'only' with a backend, or a column 'route' to the data");
        }
        if (only.isEmpty() && backend.isOurs()) {
            data.samples().stream()
                    .flatMap(row -> row.route().stream())
                    .filter(route -> !Backend.INSTANCES.contains(route))
                    .findFirst()
                    .ifPresent(route -> {
                        throw this.map
                                .require("data")
                                .problem("unknown backend '" + route + "' in its column 'route'"
                                        + Nearest.hint(route, Backend.INSTANCES));
                    });
        }
        return new Route(text, only);
    }

    private List<String> instances() {
        return tls ? List.of(Backend.OVER_TLS) : Backend.INSTANCES;
    }

    /** A file for each size; one that does not name the size is the same for all. */
    private Map<String, Path> filesBySize(YamlValue value) {
        Set<String> known = map.find("sizes").isPresent() ? Set.of(PROJECT, Scenario.SIZE) : Set.of(PROJECT);
        Template path = text(value, known);
        Map<String, Path> files = new LinkedHashMap<>();
        sizes.forEach(size -> files.put(size, existing(value, path, Map.of(Scenario.SIZE, size))));
        return files;
    }

    private Path file(YamlValue value) {
        return existing(value, text(value, Set.of(PROJECT)), Map.of());
    }

    private Path existing(YamlValue value, Template path, Map<String, String> more) {
        Map<String, String> values = new LinkedHashMap<>(more);
        values.put(PROJECT, project.toAbsolutePath().toString());
        Path file = folder.resolve(path.expand(values)).normalize();
        if (!Files.isRegularFile(file)) {
            throw value.problem("no such file: " + file + "; correct the path or add the file");
        }
        return file;
    }

    private Data data(YamlValue value) {
        Optional<YamlValue> program = program(value);
        if (value.isMap() && program.isEmpty()) {
            GeneratedRows rows = generated(value.map().only("rows", "seed", "columns"));
            return new Data(
                    Optional.of(rows.file()),
                    rows.names(),
                    List.of(new Row(rows.first())),
                    List.of(),
                    List.of(),
                    Optional.of(rows));
        }
        program.ifPresent(unused -> value.map().only("program"));
        Path file = program.map(source -> MadeRows.by(file(source))).orElseGet(() -> file(value));
        DataRows rows;
        try {
            rows = DataRows.read(file);
        } catch (IOException unreadable) {
            throw value.problem(unreadable.getMessage(), unreadable);
        }
        List<String> columns = rows.columns();
        for (String column : columns) {
            if (!FILE_COLUMN.matcher(column).matches()) {
                throw value.problem(file + ":1: '" + column + "' is no name of a column: use letters, digits, '.', '-'"
                        + " and '_', and nothing but commas between columns");
            }
            if (Collections.frequency(columns, column) > 1) {
                throw value.problem(file + ":1: there are two columns '" + column + "': give one another name");
            }
        }
        if (columns.contains(Scenario.NONCE) && rows.nonceColumn() < 0) {
            throw value.problem(file + ": each value of its column '" + Scenario.NONCE
                    + "' must be 16 hex digits in lower case, which are made anew for each request");
        }
        Map<String, Row> samples = new LinkedHashMap<>();
        List<Row> others = new ArrayList<>();
        List<Row> refused = new ArrayList<>();
        Map<String, String> routes = new HashMap<>();
        for (int number : rows.firstOfEachKind()) {
            Map<String, String> fields = new LinkedHashMap<>();
            for (int column = 0; column < columns.size(); column++) {
                fields.put(
                        columns.get(column),
                        new String(rows.field(number, column), java.nio.charset.StandardCharsets.UTF_8));
            }
            Row row = new Row(fields);
            if (!rows.isRefused(number)) {
                if (samples.putIfAbsent(row.route().orElse(""), row) != null && others.size() < MOST_OTHERS) {
                    others.add(row);
                }
            } else if (refused.size() < MOST_REFUSED) {
                refused.add(row);
            }
            Map<String, String> routed = new LinkedHashMap<>(fields);
            routed.keySet().removeAll(List.of(Scenario.ROUTE, Scenario.NONCE));
            String route = row.route().orElse("");
            String other = row.route().isEmpty() || routed.isEmpty()
                    ? null
                    : routes.putIfAbsent(String.join(",", routed.values()), route);
            if (other != null && !other.equals(route)) {
                throw value.problem(file + " sends " + routed + " to " + other + " in one row and to " + route
                        + " in another: no router can do both");
            }
        }
        if (samples.isEmpty()) {
            throw value.problem(file + " has no row to be served: write one line below the names of its columns");
        }
        return new Data(Optional.of(file), columns, List.copyOf(samples.values()), others, refused, Optional.empty());
    }

    private GeneratedRows generated(YamlMap map) {
        Map<String, List<String>> columns = map.read(
                "columns",
                value -> value.map()
                        .mapped(list ->
                                list.someOf(item -> item.worded(FIELD, "a field: it has no comma and no line end"))),
                Map.of());
        for (String name : columns.keySet()) {
            if (!COLUMN.matcher(name).matches() || name.equals(Scenario.NONCE)) {
                throw map.key("columns")
                        .problem("'" + name + "' is no column: use letters and digits; the column '" + Scenario.NONCE
                                + "' is made by itself");
            }
        }
        return new GeneratedRows(
                folder.resolve(GeneratedRows.FILE_NAME),
                (int) map.require("rows").integer(1, MOST_ROWS),
                map.require("seed").integer(0, Long.MAX_VALUE),
                columns);
    }

    static NoncePlace place(YamlValue value) {
        YamlMap map = value.map().only("xpath", "pointer", "regex");
        if (map.keys().size() != 1) {
            throw map.problem("where does the nonce stand? Give one of xpath, pointer, regex");
        }
        String kind = map.keys().get(0);
        YamlValue text = map.require(kind);
        return text.stated(() -> switch (kind) {
            case "xpath" -> new NoncePlace.XPath(text.text());
            case "pointer" -> new NoncePlace.Pointer(text.text());
            default -> new NoncePlace.Regex(text.text());
        });
    }

    private String requestPath(YamlValue value) {
        return path(
                value,
                map.find("sizes").isPresent() ? List.of(Scenario.NONCE, Scenario.SIZE) : List.of(Scenario.NONCE));
    }

    static String path(YamlValue value, List<String> placeholders) {
        Template path = value.template();
        path.check(placeholders);
        if (!path.text().matches("/\\S*")) {
            throw value.problem("'" + path.text() + "' is not a path: begin with /");
        }
        return path.text();
    }

    private static Template text(YamlValue value, Set<String> known) {
        Template template = value.template();
        if (template.text().isEmpty()) {
            value.text();
        }
        template.check(known);
        return template;
    }

    private static Template oneLine(YamlValue value, Template text) {
        if (text.text().lines().count() > 1) {
            throw value.problem("a header is one line");
        }
        return text;
    }

    private List<String> sorted() {
        return placeholders.stream().sorted().toList();
    }

    private final class BackendReader {
        private static final String STOCKQUOTE = "stockquote";
        private static final String THEIRS = "theirs";
        private static final int LARGEST_BYTES = 64 << 20;
        private static final int MOST_PARTS = 1_000;
        private static final Pattern ARRIVING_NONCE =
                Pattern.compile("[A-Za-z0-9._-]{0,20}\\$\\{nonce}[A-Za-z0-9._-]{0,20}");
        private static final Pattern DELAY = Pattern.compile(
                "none|(fixed|exponential|asked):[0-9]{1,9}(us|ms|s)|uniform:[0-9]{1,9}(us|ms|s)\\.\\.[0-9]{1,9}(us|ms|s)");

        Backend read(YamlValue value) {
            if (value.isMap()) {
                YamlMap map = value.map();
                return map.find("service").isPresent() ? stockquote(map) : files(map);
            }
            String word = value.text();
            return switch (word) {
                case STOCKQUOTE -> new Backend.Stockquote(Backend.Format.OWN, Optional.empty(), false);
                case THEIRS -> new Backend.Theirs();
                default ->
                    throw value.problem("unknown backend '" + word
                            + "': write stockquote, theirs, or a map that says what it answers");
            };
        }

        private Backend stockquote(YamlMap map) {
            map.only("service", "format", "transform", "wsdl");
            YamlValue service = map.require("service");
            if (!service.text().equals(STOCKQUOTE)) {
                throw service.problem("unknown service '" + service.text() + "': write " + STOCKQUOTE);
            }
            return new Backend.Stockquote(
                    map.read("format", this::format, Backend.Format.OWN),
                    map.find("transform").map(this::transform),
                    map.read("wsdl", YamlValue::bool, false));
        }

        private Backend.Format format(YamlValue value) {
            YamlMap map = value.map().only("call", "element", "symbol", "ref", "quantity", "note");
            Function<String, String> word = key -> map.require(key).text();
            return new Backend.Format(
                    word.apply("call"),
                    word.apply("element"),
                    word.apply("symbol"),
                    word.apply("ref"),
                    word.apply("quantity"),
                    word.apply("note"));
        }

        private Backend.Transform transform(YamlValue value) {
            YamlMap map = value.map().only("request", "response");
            return new Backend.Transform(file(map.require("request")), file(map.require("response")));
        }

        private Backend files(YamlMap map) {
            map.only("method", "path", "nonce", "accepts", "answer", "arrives");
            YamlMap answer = map.require("answer").map().only("body", "type", "status", "chunked", "delay", "size");
            return new Backend.FromFiles(
                    map.find("method").map(value -> value.worded(METHOD, "a method: write it in capitals")),
                    path(map.require("path"), List.of(Scenario.NONCE)),
                    place(map.require("nonce")),
                    map.read("accepts", YamlValue::texts, List.of()),
                    new Backend.Reply(
                            file(answer.require("body")),
                            answer.require("type").text(),
                            answer.read("status", value -> value.count(200, 599), 200),
                            answer.read("chunked", YamlValue::bool, false),
                            answer.read(
                                    "delay",
                                    value -> value.worded(
                                            DELAY,
                                            "a delay: write none, fixed:5ms, uniform:5ms..20ms,"
                                                    + " exponential:20ms or asked:2s"),
                                    "none"),
                            answer.read("size", value -> value.count(0, LARGEST_BYTES), 0)),
                    map.read("arrives", this::arrivals, List.of()));
        }

        private List<Backend.Arrival> arrivals(YamlValue list) {
            List<Backend.Arrival> arrivals = new ArrayList<>();
            Set<String> nonces = new HashSet<>();
            for (YamlValue item : list.someOf()) {
                YamlMap arrival = item.map().only("nonce", "body", "parts");
                YamlValue nonce = arrival.require("nonce");
                nonce.template().check(List.of(Scenario.NONCE, Scenario.PART));
                Map<String, Path> bodies = filesBySize(arrival.require("body"));
                int parts = arrival.read("parts", value -> value.count(1, MOST_PARTS), 1);
                for (int part = 1; part <= parts; part++) {
                    String text = nonce.text().replace("${part}", Integer.toString(part));
                    if (!ARRIVING_NONCE.matcher(text).matches()) {
                        throw nonce.problem("'" + text + "' is no nonce of a message: write ${nonce}, and beside it"
                                + " up to 20 letters, digits, dots and hyphens");
                    }
                    if (!nonces.add(text)) {
                        throw nonce.problem("two messages have the nonce '" + text
                                + "', and could not be told apart: put ${part} into it, or another letter");
                    }
                    arrivals.add(new Backend.Arrival(part, text, bodies));
                }
            }
            return arrivals;
        }
    }
}
