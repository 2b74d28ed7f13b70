package org.busbench.harness.scenario;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.harness.scenario.Scenario.Row;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.Template;

/**
 * The messages of a scenario, with every placeholder filled in. Each template is read once, when it is first needed. For
 * one thread.
 */
public final class Messages {
    /** A message that is sent alone is the first of its load. */
    private static final String FIRST = "0000000000";

    private final Scenario scenario;
    private final Map<Path, Template> read = new HashMap<>();

    public Messages(Scenario scenario) {
        this.scenario = scenario;
    }

    public Scenario scenario() {
        return scenario;
    }

    /**
     * What is sent for a row.
     *
     * @throws ConfigProblem when a template cannot be filled in
     */
    public Message of(String size, Row row, String nonce) {
        Map<String, String> values = values(row, nonce);
        Map<String, String> headers = new LinkedHashMap<>();
        scenario.request().headers().forEach((name, value) -> headers.put(name, value.expand(values)));
        Optional<String> body = Optional.ofNullable(scenario.request().bodies().get(size))
                .map(file -> body(file).expand(values));
        return new Message(scenario.request().method(), headers, body);
    }

    /**
     * The whole answer that the scenario states for a row.
     *
     * @param route the backend that answers; null where routes are not checked
     * @return empty where it states none
     */
    public Optional<String> expected(String size, Row row, String nonce, String route) {
        return Optional.ofNullable(scenario.answer().expected().get(size))
                .map(file -> expected(file).expand(withRoute(values(row, nonce), route)));
    }

    /** The messages that must reach a service of files for a row's request, as far as the scenario states them. */
    public List<String> arriving(List<Backend.Arrival> arrivals, String size, Row row, String nonce) {
        return arrivals.stream()
                .map(arrival -> {
                    Map<String, String> values = values(row, nonce);
                    values.put(Scenario.PART, Integer.toString(arrival.part()));
                    return expected(arrival.bodies().get(size)).expand(values);
                })
                .toList();
    }

    /** Whether a row says what the sample does, so that the sample's answer is this row's too; true as well where the templates are no samples. */
    public boolean isSample(Row row) {
        return scenario.request().values().entrySet().stream()
                .filter(value -> !value.getKey().equals(Scenario.NONCE))
                .allMatch(value -> value.getValue().equals(row.values().get(value.getKey())));
    }

    /** The texts that an answer must hold, its route apart. */
    public List<String> contained(String size, Row row, String nonce) {
        Map<String, String> values = values(row, nonce);
        return scenario.answer().contains().stream()
                .filter(demand -> demand.holdsFor(size))
                .map(demand -> demand.text().expand(values))
                .toList();
    }

    /** The text by which a backend names itself in an answer; empty where routes are not checked. */
    public Optional<String> routeText(Row row, String nonce, String route) {
        return scenario.answer().route().map(known -> known.text().expand(withRoute(values(row, nonce), route)));
    }

    private static Map<String, String> values(Row row, String nonce) {
        Map<String, String> values = new HashMap<>(row.values());
        values.put(Scenario.NONCE, nonce);
        values.put(Scenario.SEQUENCE, FIRST);
        return values;
    }

    private static Map<String, String> withRoute(Map<String, String> values, String route) {
        if (route != null) {
            values.put(Scenario.ROUTE, route);
        }
        return values;
    }

    private Template body(Path file) {
        return read.computeIfAbsent(file, unread -> {
            String text = text(unread);
            for (Map.Entry<String, String> value : scenario.request().values().entrySet()) {
                if (!text.contains(value.getValue())) {
                    throw new ConfigProblem(
                            unread,
                            1,
                            "it does not hold '" + value.getValue() + "', which " + Scenario.FILE_NAME
                                    + " says stands for ${" + value.getKey() + "}: correct one of them");
                }
                text = withPlaceholder(text, value);
            }
            return Template.parse(text, unread, 1);
        });
    }

    /** A sample of what comes of a request as a template: the values of the sample request and the name of the backend are placeholders. */
    private Template expected(Path file) {
        return read.computeIfAbsent(file, unread -> {
            String text = text(unread);
            for (Map.Entry<String, String> value : scenario.request().values().entrySet()) {
                text = withPlaceholder(text, value);
            }
            Optional<Scenario.Route> route = scenario.answer().route();
            if (route.isPresent()) {
                String named = route.get().text().text();
                for (String backend : Backend.INSTANCES) {
                    text = text.replace(named.replace("${route}", backend), named);
                }
            }
            return Template.parse(text, unread, 1);
        });
    }

    private static String withPlaceholder(String text, Map.Entry<String, String> value) {
        String placeholder = "${" + value.getKey() + "}";
        return value.getKey().equals(Scenario.NONCE)
                ? text.replace(value.getValue(), placeholder)
                : text.replaceFirst(Pattern.quote(value.getValue()), Matcher.quoteReplacement(placeholder));
    }

    /** A file as it is sent: a byte order mark is a part of it. */
    public static String text(Path file) {
        return Problem.ifFails("cannot read " + file, () -> Files.readString(file));
    }
}
