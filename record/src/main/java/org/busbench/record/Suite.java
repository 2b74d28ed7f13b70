package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.busbench.record.Adapter.FileHash;

/** What the suite file asked for. */
@JsonInclude(Include.NON_NULL)
public record Suite(
        @JsonUnwrapped Source source,
        @JsonUnwrapped Cells cells,
        @JsonUnwrapped Repeats repeats,
        @JsonUnwrapped Phases phases,
        long seed,
        double errorBound,
        String injector,
        @JsonUnwrapped ExtraLoads extraLoads,
        String pin,
        String baseline) {

    /** The suite file. */
    @JsonInclude(Include.NON_NULL)
    public record Source(
            String name,
            String about,
            String file,
            String sha256,
            @JsonInclude(Include.NON_EMPTY) List<String> overrides) {

        public Source {
            Required.text(name, "suite.name");
            overrides = Required.listOrEmpty(overrides);
        }
    }

    /** What is combined to cells. */
    public record Cells(
            List<String> scenarios,
            List<String> payloads,
            List<Integer> concurrency,
            @JsonInclude(Include.NON_EMPTY) List<Integer> rates,
            @JsonInclude(Include.NON_EMPTY) List<ScenarioText> scenarioTexts,
            @JsonInclude(Include.NON_EMPTY) List<Pair> duets,
            @JsonInclude(Include.NON_EMPTY) List<Part> parts) {

        public Cells {
            scenarios = List.copyOf(Required.notEmpty(scenarios, "suite.scenarios"));
            payloads = List.copyOf(Required.notEmpty(payloads, "suite.payloads"));
            concurrency = Required.listOrEmpty(concurrency);
            parts = Required.listOrEmpty(parts);
            rates = Required.listOrEmpty(rates);
            scenarioTexts = Required.listOrEmpty(scenarioTexts);
            duets = Required.listOrEmpty(duets);
            if (rates.isEmpty()) {
                Required.notEmpty(concurrency, "suite.concurrency");
            }
        }
    }

    /** Combinations: each of these scenarios, in each of these sizes, with each of these numbers of clients. */
    public record Part(
            List<String> scenarios,
            List<String> payloads,
            List<Integer> concurrency,
            @JsonInclude(Include.NON_EMPTY) List<String> adapters,
            @JsonInclude(Include.NON_NULL) Double warmupSeconds) {

        public Part {
            scenarios = List.copyOf(Required.notEmpty(scenarios, "suite.parts.scenarios"));
            payloads = List.copyOf(Required.notEmpty(payloads, "suite.parts.payloads"));
            concurrency = List.copyOf(Required.notEmpty(concurrency, "suite.parts.concurrency"));
            adapters = Required.listOrEmpty(adapters);
            Required.notNegative(warmupSeconds == null ? 0 : warmupSeconds, "suite.parts.warmupSeconds");
        }

        private boolean holds(String scenario, String payload, int clients) {
            return scenarios.contains(scenario) && payloads.contains(payload) && concurrency.contains(clients);
        }

        private boolean has(String adapter) {
            return adapters.isEmpty() || adapters.contains(adapter);
        }
    }

    /** Two adapters of one duet. */
    public record Pair(String first, String second) {

        public Pair {
            Required.text(first, "suite.duets.first");
            Required.text(second, "suite.duets.second");
            if (first.equals(second)) {
                throw new IllegalArgumentException("'suite.duets' sets '" + first + "' against itself");
            }
        }
    }

    /** A scenario in words. */
    public record ScenarioText(
            String name,
            String title,
            String about,
            @JsonInclude(Include.NON_NULL) Boolean reconciled,
            @JsonInclude(Include.NON_EMPTY) List<FileHash> files,
            @JsonInclude(Include.NON_NULL) Step step) {

        /** Texts of scenarios for records that have none, by name. */
        private static final Map<String, ScenarioText> OF_OLDER_RECORDS = ofOlderRecords();

        private static Map<String, ScenarioText> ofOlderRecords() {
            try (InputStream in = Suite.class.getResourceAsStream("scenarios-of-older-records.json")) {
                Map<String, ScenarioText> texts = new LinkedHashMap<>();
                for (ScenarioText text : new ObjectMapper().readValue(in, ScenarioText[].class)) {
                    texts.put(text.name(), text);
                }
                return texts;
            } catch (IOException e) {
                throw new UncheckedIOException("scenarios-of-older-records.json is not in the jar", e);
            }
        }

        /** The text of a scenario that an older record only names; empty where nothing but the name is known. */
        public static Optional<ScenarioText> ofOlderRecord(String name) {
            return Optional.ofNullable(OF_OLDER_RECORDS.get(name));
        }

        public static Set<String> namesInOlderRecords() {
            return OF_OLDER_RECORDS.keySet();
        }

        public ScenarioText {
            Required.text(name, "suite.scenarioTexts.name");
            Required.text(title, "suite.scenarioTexts.title");
            Required.text(about, "suite.scenarioTexts.about");
            files = Required.listOrEmpty(files);
        }
    }

    /** How a scenario builds upon a simpler one. */
    public record Step(@JsonInclude(Include.NON_NULL) String after, String adds) {

        public Step {
            Required.text(adds, "suite.scenarioTexts.step.adds");
        }
    }

    /** How often each cell is measured. */
    @JsonInclude(Include.NON_NULL)
    public record Repeats(int blocks, Integer maxBlocks, Integer forks, Double budgetSeconds) {

        public Repeats {
            Required.positive(blocks, "suite.blocks");
        }
    }

    /** The parts of a trial. */
    public record Phases(
            double warmupSeconds,
            double measureSeconds,
            @JsonInclude(Include.NON_NULL) Double duetWindowSeconds) {

        public Phases {
            Required.notNegative(warmupSeconds, "suite.warmupSeconds");
            Required.notNegative(measureSeconds, "suite.measureSeconds");
            Required.notNegative(duetWindowSeconds == null ? 0 : duetWindowSeconds, "suite.duetWindowSeconds");
        }
    }

    /** Loads beside and behind the trials of the blocks. */
    @JsonInclude(Include.NON_EMPTY)
    public record ExtraLoads(Integer probeRatePerSecond, List<Double> frontierMillis, FixedRate fixedRate) {

        public static final ExtraLoads NONE = new ExtraLoads(null, null, null);

        public ExtraLoads {
            frontierMillis = Required.listOrEmpty(frontierMillis);
        }
    }

    /** The rate at which all adapters of a scenario and size are measured once more. One of both is null. */
    @JsonInclude(Include.NON_NULL)
    public record FixedRate(Integer ratePerSecond, Double shareOfSlowest) {

        public FixedRate {
            if ((ratePerSecond == null) == (shareOfSlowest == null)) {
                throw new IllegalArgumentException(
                        "'suite.fixedRate' must have either a 'ratePerSecond' or a 'shareOfSlowest'");
            }
            Required.notNegative(ratePerSecond == null ? shareOfSlowest : ratePerSecond, "suite.fixedRate");
        }
    }

    public Suite {
        Required.present(source, "suite.name");
        Required.present(cells, "suite.scenarios");
        Required.present(repeats, "suite.blocks");
        Required.present(phases, "suite.warmupSeconds");
        Required.notNegative(errorBound, "suite.errorBound");
        extraLoads = extraLoads == null ? ExtraLoads.NONE : extraLoads;
    }

    public String name() {
        return source.name();
    }

    public List<String> scenarios() {
        return cells.scenarios();
    }

    /** The scenarios of the suite that build upon one another, the simplest first; empty where fewer than two do. */
    public List<ScenarioText> steps() {
        List<ScenarioText> left = new ArrayList<>(scenarios().stream()
                .map(this::text)
                .filter(text -> text.step() != null)
                .toList());
        List<ScenarioText> steps = new ArrayList<>();
        Optional<ScenarioText> next = following(null, left);
        while (next.isPresent()) {
            steps.add(next.get());
            left.remove(next.get());
            next = following(next.get().name(), left);
        }
        return steps.size() < 2 ? List.of() : List.copyOf(steps);
    }

    private static Optional<ScenarioText> following(String name, List<ScenarioText> texts) {
        return texts.stream()
                .filter(text -> Objects.equals(text.step().after(), name))
                .findFirst();
    }

    /**
     * A scenario in words. Where they were not recorded, its name stands for its title.
     *
     * @param scenario its name
     */
    public ScenarioText text(String scenario) {
        return cells.scenarioTexts().stream()
                .filter(text -> text.name().equals(scenario))
                .findFirst()
                .or(() -> ScenarioText.ofOlderRecord(scenario))
                .orElseGet(() -> new ScenarioText(
                        scenario,
                        scenario.substring(0, 1).toUpperCase(Locale.ROOT) + scenario.substring(1),
                        scenario,
                        null,
                        null,
                        null));
    }

    public List<String> payloads() {
        return cells.payloads();
    }

    public List<Integer> concurrency() {
        return cells.concurrency();
    }

    public List<Integer> rates() {
        return cells.rates();
    }

    /** Whether a combination of scenario, size and number of clients was to be measured on an adapter. */
    public boolean measures(String adapter, String scenario, String payload, int clients) {
        return cells.parts().isEmpty()
                || cells.parts().stream().anyMatch(part -> part.holds(scenario, payload, clients) && part.has(adapter));
    }

    /** Whether a combination of scenario, size and number of clients was to be measured on any adapter. */
    public boolean measures(String scenario, String payload, int clients) {
        return cells.parts().isEmpty()
                || cells.parts().stream().anyMatch(part -> part.holds(scenario, payload, clients));
    }
}
