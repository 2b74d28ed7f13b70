package org.busbench.reports.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** What trials.jsonl says, read by other means than the report reads it: the page is compared with this. */
final class RawTrials {

    private final Map<String, List<JsonNode>> byCell = new TreeMap<>();

    RawTrials(Path run) throws IOException {
        ObjectMapper json = JsonMapper.builder().build();
        for (String line : Files.readAllLines(run.resolve("trials.jsonl"))) {
            JsonNode trial = json.readTree(line);
            if (trial.path("purpose").isTextual()) {
                continue;
            }
            String cell = cell(
                    trial.get("adapter").asText(),
                    trial.get("scenario").asText(),
                    trial.get("payload").asText(),
                    trial.get("concurrency").asText());
            byCell.computeIfAbsent(cell, ignored -> new ArrayList<>()).add(trial);
        }
    }

    static String cell(String adapter, String scenario, String payload, String concurrency) {
        return String.join("/", adapter, scenario, payload, concurrency);
    }

    Map<String, List<JsonNode>> byCell() {
        return byCell;
    }

    /** How many responses a trial needs for a percentile to be told. */
    static long fewest(String pointer) {
        return pointer.endsWith("p999") ? 10_000 : pointer.endsWith("p99") ? 1000 : 0;
    }

    /** The middle of a figure over the measured trials of a cell. */
    OptionalDouble median(String cell, String pointer) {
        List<JsonNode> measured = byCell.getOrDefault(cell, List.of()).stream()
                .filter(trial -> trial.get("outcome").asText().equals("measured"))
                .toList();
        if (measured.stream().anyMatch(trial -> trial.get("verified").asLong() < fewest(pointer))) {
            return OptionalDouble.empty();
        }
        List<JsonNode> values =
                measured.stream().map(trial -> trial.at(pointer)).toList();
        if (values.isEmpty() || !values.stream().allMatch(JsonNode::isNumber)) {
            return OptionalDouble.empty();
        }
        double[] sorted =
                values.stream().mapToDouble(JsonNode::doubleValue).sorted().toArray();
        int last = sorted.length - 1;
        return OptionalDouble.of((sorted[last / 2] + sorted[last - last / 2]) / 2);
    }

    /** The middle of a cell's goodput over that of another cell in the same block. */
    OptionalDouble shareOf(String cell, String ceiling) {
        double[] shares = measured(cell).entrySet().stream()
                .filter(entry -> measured(ceiling).containsKey(entry.getKey()))
                .mapToDouble(entry -> entry.getValue() / measured(ceiling).get(entry.getKey()))
                .sorted()
                .toArray();
        int last = shares.length - 1;
        return last < 0 ? OptionalDouble.empty() : OptionalDouble.of((shares[last / 2] + shares[last - last / 2]) / 2);
    }

    private Map<Integer, Double> measured(String cell) {
        Map<Integer, Double> goodput = new TreeMap<>();
        for (JsonNode trial : byCell.getOrDefault(cell, List.of())) {
            if (trial.get("outcome").asText().equals("measured")) {
                goodput.put(
                        trial.get("block").asInt(),
                        trial.get("goodputPerSecond").doubleValue());
            }
        }
        return goodput;
    }

    long errors(String cell) {
        long sum = 0;
        for (JsonNode trial : byCell.getOrDefault(cell, List.of())) {
            for (JsonNode count : trial.get("errors")) {
                sum += count.longValue();
            }
        }
        return sum;
    }
}
