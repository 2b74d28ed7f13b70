package org.busbench.harness.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.harness.scenario.Scenario.Answer;
import org.busbench.harness.scenario.Scenario.Demand;
import org.busbench.harness.text.Problem;

/** {@code scenario.json}: what the JMeter plans send and demand, for they read no YAML. Its paths are relative to its folder. */
public final class ScenarioPlan {
    /** Name of the file, beside {@link Scenario#FILE_NAME}. */
    public static final String FILE_NAME = "scenario.json";

    private static final String SCHEMA = "busbench/scenario-plan/1";
    private static final ObjectMapper JSON = new ObjectMapper();

    private ScenarioPlan() {}

    public static String text(Scenario scenario) {
        Path folder = scenario.folder();
        ObjectNode plan = JSON.createObjectNode();
        plan.put("schema", SCHEMA);
        plan.put("name", scenario.name());
        plan.put("method", scenario.request().method());
        plan.put("path", scenario.request().path());
        ObjectNode headers = plan.putObject("headers");
        scenario.request().headers().forEach((name, value) -> headers.put(name, value.text()));
        plan.put(
                "data",
                scenario.data().file().map(file -> relative(folder, file)).orElse(null));
        scenario.sizes().forEach(plan.putArray("sizes")::add);
        ObjectNode bodies = plan.putObject("bodies");
        scenario.request().bodies().forEach((size, file) -> bodies.put(size, relative(folder, file)));
        scenario.request().values().forEach(plan.putObject("values")::put);
        answer(scenario.answer(), plan.putObject("answer"));
        scenario.refusal().ifPresent(refusal -> {
            ObjectNode json = plan.putObject("refusal");
            refusal.statuses().forEach(json.putArray("statuses")::add);
            refusal.contains().forEach(json.putArray("contains")::add);
        });
        return pretty(plan);
    }

    /** Writes the file, if it does not say the same already, and the rows that are made from a seed. Returns whether it was written. */
    public static boolean bringUpToDate(Scenario scenario) {
        scenario.data().generated().ifPresent(rows -> bringUpToDate(rows.file(), rows.text()));
        return bringUpToDate(scenario.folder().resolve(FILE_NAME), text(scenario));
    }

    static boolean bringUpToDate(Path file, String text) {
        return Problem.ifFails("cannot write " + file, () -> {
            boolean stale = !Files.exists(file) || !Files.readString(file).equals(text);
            if (stale) {
                Files.writeString(file, text);
            }
            return stale;
        });
    }

    private static void answer(Answer answer, ObjectNode json) {
        json.put("status", answer.status());
        ArrayNode contains = json.putArray("contains");
        for (Demand demand : answer.contains()) {
            ObjectNode item = contains.addObject().put("text", demand.text().text());
            if (!demand.sizes().isEmpty()) {
                demand.sizes().forEach(item.putArray("sizes")::add);
            }
        }
        answer.lacks().forEach(json.putArray("lacks")::add);
        json.put("ends", answer.ends().orElse(null));
        answer.route()
                .ifPresent(route -> json.putObject("route")
                        .put("text", route.text().text())
                        .put("only", route.only().orElse(null)));
    }

    private static String relative(Path folder, Path file) {
        List<String> parts = new java.util.ArrayList<>();
        folder.relativize(file.toAbsolutePath().normalize()).forEach(part -> parts.add(part.toString()));
        return String.join("/", parts);
    }

    private static String pretty(ObjectNode plan) {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentArraysWith(DefaultPrettyPrinter.FixedSpaceIndenter.instance);
        printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
        try {
            return JSON.writer(printer).writeValueAsString(plan) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(
                    "a tree in memory cannot be written: " + impossible.getMessage(), impossible);
        }
    }
}
