package org.busbench.gatling;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.busbench.common.DataRows;
import org.busbench.common.TextFile;
import org.busbench.sampler.message.Expectation;
import org.busbench.sampler.message.Refusal;
import org.busbench.sampler.message.RequestTemplate;
import org.busbench.sampler.message.SettingException;
import org.busbench.sampler.protocol.LoadException;

/**
 * Reads a scenario's {@code scenario.json} as {@code prepare.groovy} does for the JMeter plans: what is sent, and what the
 * answer must hold. Placeholders are {@code ${column}} of the data, {@code ${nonce}} and {@code ${seq}}.
 */
final class ScenarioFile {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String SCHEMA = "busbench/scenario-plan/1";
    private static final String NONCE = "${nonce}";
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]*)}");
    private static final Pattern MARK = Pattern.compile("@(\\w+)@");
    private static final int FEWEST_ROWS = 6000;

    private final Path file;
    private final JsonNode scenario;
    private final Settings settings;
    private final String size;
    private DataRows rows;

    private ScenarioFile(Path file, JsonNode scenario, Settings settings, String size) {
        this.file = file;
        this.scenario = scenario;
        this.settings = settings;
        this.size = size;
    }

    /**
     * What a load sends and expects.
     *
     * @param request the whole request as the NIO sampler would send it
     * @param headers names and values as in the head, without those that a client sets itself
     * @param unwanted fields that Gatling adds by itself, and neither the scenario nor the NIO sampler has
     * @param steady whether request line and header fields are the same in all requests
     */
    record Message(
            String name,
            String method,
            String path,
            Map<String, String> headers,
            List<AsciiString> unwanted,
            boolean steady,
            boolean hasBody,
            DataRows rows,
            RequestTemplate request,
            Expectation expectation) {}

    /**
     * Reads the message of a load.
     *
     * @throws LoadException when the file or a setting is not what it must be
     * @throws IOException when a file cannot be read
     */
    static Message read(Settings settings) throws LoadException, IOException {
        Path file = settings.scenario().toAbsolutePath().normalize().resolve("scenario.json");
        if (!Files.isRegularFile(file)) {
            throw new LoadException("property scenario is '" + settings.scenario() + "': there is no " + file);
        }
        JsonNode scenario;
        try {
            scenario = JSON.readTree(file.toFile());
        } catch (JsonProcessingException malformed) {
            throw new LoadException(file + " is not JSON: " + malformed.getOriginalMessage(), malformed);
        }
        need(SCHEMA.equals(scenario.path("schema").asText()), file + ": its schema is not " + SCHEMA);
        need(
                scenario.hasNonNull("name")
                        && scenario.path("path").asText().startsWith("/")
                        && scenario.path("answer").isObject(),
                file + ": name, path or answer is missing");
        List<String> sizes = scenario.hasNonNull("sizes") ? texts(scenario.path("sizes")) : List.of("own");
        String size = settings.payload().isEmpty() ? sizes.get(0) : settings.payload();
        need(
                sizes.contains(size),
                "property payload is '" + size + "': the scenario "
                        + scenario.path("name").asText() + " has " + String.join(", ", sizes));
        try {
            return new ScenarioFile(file, scenario, settings, size).message();
        } catch (SettingException wrong) {
            throw new LoadException(wrong.getMessage(), wrong);
        }
    }

    private Message message() throws LoadException, IOException, SettingException {
        rows = rows();
        String method = scenario.hasNonNull("method") ? scenario.path("method").asText() : "POST";
        String path =
                template(settings.path().isEmpty() ? scenario.path("path").asText() : settings.path(), "the path");
        need(path.startsWith("/"), "property path is '" + path + "': it must start with /");
        Map<String, String> headers = headers();
        String body = body();
        StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
        head.append("Host: ").append(settings.target().getAuthority()).append("\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        return new Message(
                scenario.path("name").asText(),
                method,
                path,
                headers,
                Stream.of(HttpHeaderNames.ACCEPT, HttpHeaderNames.COOKIE)
                        .filter(added -> headers.keySet().stream().noneMatch(added::contentEqualsIgnoreCase))
                        .toList(),
                !MARK.matcher(path + headers).find(),
                !body.isEmpty(),
                rows,
                new RequestTemplate(rows, head.toString(), body),
                expectation());
    }

    /** Rows without nonces get some of their own, so that no answer can be an older one. */
    private DataRows rows() throws IOException, LoadException {
        Path data = scenario.hasNonNull("data")
                ? file.resolveSibling(scenario.path("data").asText()).normalize()
                : null;
        need(
                data == null || Files.isRegularFile(data),
                "there is no file " + data + " with the data of the scenario "
                        + scenario.path("name").asText());
        List<String> lines = data == null
                ? List.of()
                : TextFile.read(data).lines().filter(line -> !line.isEmpty()).toList();
        need(data == null || lines.size() > 1, data + " must have a line of column names and one row at least");
        if (data != null && List.of(lines.get(0).split(",", -1)).contains("nonce")) {
            return DataRows.read(data, settings.salt());
        }
        SecureRandom random = new SecureRandom();
        List<String> own = new ArrayList<>();
        own.add(data == null ? "nonce" : lines.get(0) + ",nonce");
        int given = Math.max(1, lines.size() - 1);
        for (int row = 0; row < Math.max(given, FEWEST_ROWS); row++) {
            String nonce = String.format("%016x", random.nextLong());
            own.add(data == null ? nonce : lines.get(1 + row % given) + "," + nonce);
        }
        return DataRows.of(own, file + " and nonces");
    }

    /** The scenario's header fields, and those that the server wants, which replace others of their name. */
    private Map<String, String> headers() throws LoadException, IOException {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : scenario.path("headers").properties()) {
            headers.put(field.getKey(), template(field.getValue().asText(), "the header field " + field.getKey()));
        }
        for (var field : settings.fields()) {
            headers.keySet().removeIf(name -> name.equalsIgnoreCase(field.name()));
            headers.put(field.name(), field.value());
        }
        headers.put("Connection", "keep-alive");
        for (Map.Entry<String, String> field : headers.entrySet()) {
            need(
                    (field.getKey() + field.getValue()).chars().noneMatch(c -> c == '\r' || c == '\n'),
                    "a line end in the header field " + field.getKey());
        }
        return headers;
    }

    private String body() throws LoadException, IOException {
        JsonNode bodies = scenario.path("bodies");
        if (!bodies.isObject() || bodies.isEmpty()) {
            return "";
        }
        need(bodies.hasNonNull(size), file + ": bodies: there is none for the size " + size);
        Path message = file.resolveSibling(bodies.path(size).asText()).normalize();
        need(Files.isRegularFile(message), "there is no message " + message);
        String body = Files.readString(message, UTF_8);
        for (Map.Entry<String, JsonNode> value : scenario.path("values").properties()) {
            String text = value.getValue().asText();
            int at = body.indexOf(text);
            String placeholder = "${" + value.getKey() + "}";
            need(at >= 0, message + " does not contain " + text + ", which stands for " + placeholder);
            body = placeholder.equals(NONCE)
                    ? body.replace(text, placeholder)
                    : body.substring(0, at) + placeholder + body.substring(at + text.length());
        }
        return template(body, message.toString());
    }

    private Expectation expectation() throws LoadException, SettingException {
        JsonNode answer = scenario.path("answer");
        String what = file + ": answer";
        List<String> demanded = new ArrayList<>();
        for (JsonNode text : answer.path("contains")) {
            if (!text.hasNonNull("sizes") || texts(text.path("sizes")).contains(size)) {
                demanded.add(text.path("text").asText());
            }
        }
        int own = indexOf(demanded, text -> text.contains(NONCE));
        String nonce = own < 0 ? "" : template(demanded.remove(own), what);
        String route = answer.path("route").path("text").asText("");
        String instance = settings.route() != null
                ? settings.route()
                : answer.path("route").hasNonNull("only")
                        ? answer.path("route").path("only").asText()
                        : "${route}";
        need(
                route.isEmpty() || !instance.equals("${route}") || rows.column("route") >= 0,
                what + ": route: the data have no column route");
        return Expectation.of(
                        rows,
                        nonce,
                        templates(demanded, what),
                        templates(texts(answer.path("lacks")), what),
                        template(route.replace("${route}", instance), what),
                        answer.path("ends").asText(""),
                        answer.path("status").asInt(200))
                .refusing(settings.route() == null ? refusal(scenario.path("refusal")) : null);
    }

    private static Refusal refusal(JsonNode refusal) throws SettingException {
        if (!refusal.isObject()) {
            return null;
        }
        List<String> lines = new ArrayList<>(List.of(String.join(" ", texts(refusal.path("statuses")))));
        lines.addAll(texts(refusal.path("contains")));
        return Refusal.of(lines);
    }

    private List<String> templates(List<String> texts, String what) throws LoadException {
        List<String> templates = new ArrayList<>();
        for (String text : texts) {
            templates.add(template(text, what));
        }
        return templates;
    }

    /** The text in the words of the NIO sampler's templates: {@code @column@} for the value of a column. */
    private String template(String text, String what) throws LoadException {
        Matcher foreign = MARK.matcher(text);
        while (foreign.find()) {
            need(
                    !isColumn(foreign.group(1)),
                    what + " has " + foreign.group() + ", which the sampler takes for a placeholder");
        }
        Matcher placeholder = PLACEHOLDER.matcher(text);
        while (placeholder.find()) {
            need(
                    isColumn(placeholder.group(1)),
                    what + " has " + placeholder.group() + ": there are the columns "
                            + String.join(", ", rows.columns()) + ", and seq");
        }
        return PLACEHOLDER.matcher(text).replaceAll("@$1@");
    }

    private boolean isColumn(String name) {
        return name.equals("seq") || rows.column(name) >= 0;
    }

    private static int indexOf(List<String> texts, Predicate<String> wanted) {
        for (int i = 0; i < texts.size(); i++) {
            if (wanted.test(texts.get(i))) {
                return i;
            }
        }
        return -1;
    }

    private static List<String> texts(JsonNode array) {
        Stream<JsonNode> each = StreamSupport.stream(array.spliterator(), false);
        return each.map(JsonNode::asText).toList();
    }

    private static void need(boolean met, String otherwise) throws LoadException {
        if (!met) {
            throw new LoadException(otherwise);
        }
    }
}
