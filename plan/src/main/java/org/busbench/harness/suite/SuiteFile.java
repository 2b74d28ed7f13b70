package org.busbench.harness.suite;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.scenario.Scenarios;
import org.busbench.harness.suite.LoadShape.Duets;
import org.busbench.harness.suite.LoadShape.FixedRate;
import org.busbench.harness.suite.Suite.Part;
import org.busbench.harness.suite.Suite.Phases;
import org.busbench.harness.suite.Suite.Pinning;
import org.busbench.harness.suite.Suite.Truth;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.YamlFile;
import org.busbench.harness.text.YamlMap;
import org.busbench.harness.text.YamlValue;
import org.busbench.record.Suite.Pair;

/** Reads a suite file. {@code docs/schema/suite-1.schema.json} describes it for editors. */
public final class SuiteFile {
    private static final String SCHEMA = "busbench/suite/1";
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration LONGEST_BUDGET = Duration.ofHours(100);
    private static final Duration SHORTEST_DUET_WINDOW = Duration.ofMillis(100);
    private static final int MOST_CLIENTS = 20_000;
    private static final int MOST_BLOCKS = 1_000;
    private static final int MOST_RUNS = 100;
    private static final int HIGHEST_RATE = 1_000_000;

    private static final String AUTO = "auto";

    private static final String[] KEYS =
            ("schema name about publication adapters scenarios payloads concurrency parts rates blocks "
                            + "maxBlocks budget forks primer warmup measure count think probe frontier fixedRate "
                            + "injector calibrate duets pin seed errorBound jvm truth quick")
                    .split(" ");

    private SuiteFile() {}

    /**
     * Reads a suite.
     *
     * @throws org.busbench.harness.text.ConfigProblem at the first line that is wrong
     */
    public static Suite read(Path file, Scenarios scenarios) {
        return read(file, SuiteOverrides.NONE, scenarios);
    }

    /**
     * Reads a suite of which the command line replaces some keys.
     *
     * @throws Problem at the first line or option that is wrong
     */
    public static Suite read(Path file, SuiteOverrides overrides, Scenarios scenarios) {
        YamlMap map = YamlFile.read(file).schema(SCHEMA).only(KEYS);
        try {
            return suite(file, overrides.appliedTo(map), scenarios, overrides);
        } catch (ConfigProblem fault) {
            throw overrides.explained(fault);
        }
    }

    private static Suite suite(Path file, YamlMap map, Scenarios known, SuiteOverrides overrides) {
        List<Scenario> own = scenarios(map.require("scenarios"), known);
        List<Scenario> scenarios =
                overrides.scenarios().map(names -> chosen(names, own, known)).orElse(own);
        List<String> payloads = payloads(map, scenarios, own);
        List<Integer> concurrency = concurrency(map);
        List<String> adapters = map.require("adapters").distinct(YamlValue::named);
        return new Suite(
                file,
                map.require("name").namedAsFile(),
                map.require("about").text(),
                adapters,
                scenarios,
                payloads,
                concurrency,
                map.read(
                        "parts",
                        new PartsReader(
                                scenarios,
                                payloads,
                                concurrency,
                                adapters,
                                map.find("duets").isPresent())::read,
                        List.of()),
                repeats(map),
                new Phases(
                        map.require("primer").duration(Duration.ZERO, LONGEST),
                        map.require("warmup").duration(Duration.ZERO, LONGEST),
                        map.require("measure").duration(Duration.ofMillis(100), LONGEST),
                        map.read("count", value -> value.duration(Duration.ZERO, LONGEST), Duration.ZERO)),
                load(map),
                map.require("seed").integer(0, Long.MAX_VALUE),
                map.read("errorBound", YamlValue::share, 0.0),
                map.read("pin", word -> word.choice("pin", Pinning.class), Pinning.NONE),
                map.read("jvm", SuiteFile::jvmOptions, List.of()),
                overrides.words(),
                map.find("publication").map(publication -> PublicationFile.read(publication, known)),
                map.find("truth").map(truth -> truth(truth.map().only("runs", "ties", "slower"), adapters)));
    }

    private static List<Scenario> scenarios(YamlValue list, Scenarios known) {
        Map<String, Scenario> found = new HashMap<>();
        return list
                .distinct(item -> {
                    Scenario scenario = known.find(item);
                    found.putIfAbsent(scenario.name(), scenario);
                    return scenario.name();
                })
                .stream()
                .map(found::get)
                .toList();
    }

    /** The scenarios of the suite itself, of the checkout, or of a folder; a name means the suite's own first. */
    private static List<Scenario> chosen(List<String> namesAndFolders, List<Scenario> own, Scenarios known) {
        List<Scenario> chosen = new ArrayList<>();
        for (String name : namesAndFolders) {
            Scenario scenario = own.stream()
                    .filter(one -> one.name().equals(name))
                    .findFirst()
                    .orElseGet(() -> known.find(name, Path.of("").toAbsolutePath()));
            if (chosen.stream().anyMatch(one -> one.name().equals(scenario.name()))) {
                throw new Problem("--scenario names '" + scenario.name() + "' twice: remove one");
            }
            chosen.add(scenario);
        }
        return chosen;
    }

    /**
     * Without the key all sizes; a scenario without named sizes has its own one in any case.
     *
     * @param own scenarios that the file names, whose sizes may stand in it also when they are not measured
     */
    private static List<String> payloads(YamlMap map, List<Scenario> scenarios, List<Scenario> own) {
        List<String> measured = sizes(scenarios);
        Optional<YamlValue> list = map.find("payloads");
        if (list.isEmpty()) {
            return measured;
        }
        List<String> known =
                Stream.concat(measured.stream(), sizes(own).stream()).distinct().toList();
        List<String> chosen = new ArrayList<>(list.get().distinct(value -> value.oneOf("payload", known)));
        for (Scenario scenario : scenarios) {
            if (!scenario.hasNamedSizes() && !chosen.contains(Scenario.OWN_SIZE)) {
                chosen.add(Scenario.OWN_SIZE);
            }
            if (scenario.sizes().stream().noneMatch(chosen::contains)) {
                throw list.get()
                        .problem("scenario '" + scenario.name() + "' has none of these sizes: add one of "
                                + String.join(", ", scenario.sizes()));
            }
        }
        chosen.retainAll(measured);
        return chosen;
    }

    private static List<String> sizes(List<Scenario> scenarios) {
        return scenarios.stream()
                .flatMap(scenario -> scenario.sizes().stream())
                .distinct()
                .toList();
    }

    private static List<Integer> concurrency(YamlMap map) {
        if (map.find("rates").isPresent() && map.find("concurrency").isEmpty()) {
            return List.of(LoadShape.OPEN_CONNECTIONS);
        }
        return map.require("concurrency").distinct(value -> value.count(1, MOST_CLIENTS));
    }

    /** Reads the parts of a suite, whose combinations these are. */
    private record PartsReader(
            List<Scenario> scenarios,
            List<String> payloads,
            List<Integer> concurrency,
            List<String> adapters,
            boolean duets) {

        List<Part> read(YamlValue list) {
            List<Part> parts = list.someOf(this::part);
            for (String name : names()) {
                if (parts.stream().noneMatch(part -> part.scenarios().contains(name))) {
                    throw list.problem("scenario '" + name + "' is in none of the parts: add it to one, or remove it");
                }
            }
            for (String adapter : adapters) {
                if (parts.stream().allMatch(part -> part.without().contains(adapter))) {
                    throw list.problem(
                            "adapter '" + adapter + "' is in none of the parts: add it to one, or remove it");
                }
            }
            return parts;
        }

        private Duration warmup(YamlValue value, YamlMap part) {
            if (duets) {
                throw part.key("warmup").problem("a 'warmup' of a part does not go with 'duets': remove one of both");
            }
            return value.duration(Duration.ZERO, LONGEST);
        }

        private List<String> names() {
            return scenarios.stream().map(Scenario::name).toList();
        }

        private Part part(YamlValue item) {
            YamlMap map = item.map().only("scenarios", "payloads", "concurrency", "adapters", "warmup");
            List<String> with = map.read("adapters", list -> SuiteFile.chosen(list, adapters), adapters);
            Part part = new Part(
                    map.read("scenarios", list -> SuiteFile.chosen(list, names()), names()),
                    map.read("payloads", list -> SuiteFile.chosen(list, payloads), payloads),
                    map.read("concurrency", list -> list.distinct(value -> value.count(1, MOST_CLIENTS)), concurrency),
                    adapters.stream().filter(adapter -> !with.contains(adapter)).toList(),
                    map.find("warmup").map(value -> warmup(value, map)));
            if (!concurrency.containsAll(part.concurrency())) {
                throw map.require("concurrency")
                        .problem("the suite has " + concurrency + " clients and not " + part.concurrency());
            }
            for (Scenario scenario : scenarios) {
                if (part.scenarios().contains(scenario.name())
                        && scenario.sizes().stream().noneMatch(part.payloads()::contains)) {
                    throw item.problem("scenario '" + scenario.name() + "' has none of these sizes: add one of "
                            + String.join(", ", scenario.sizes()));
                }
            }
            return part;
        }
    }

    private static List<String> chosen(YamlValue list, List<String> known) {
        return list.distinct(value -> {
            String word = value.word();
            if (!known.contains(word)) {
                throw value.problem("'" + word + "' is none of the suite's" + Nearest.hint(word, known));
            }
            return word;
        });
    }

    private static Truth truth(YamlMap map, List<String> adapters) {
        List<String> others = adapters.subList(1, adapters.size());
        return new Truth(
                (int) map.require("runs").integer(1, MOST_RUNS),
                map.read("ties", list -> chosen(list, others), List.of()),
                map.read("slower", list -> chosen(list, others), List.of()));
    }

    private static Repeats repeats(YamlMap map) {
        int blocks = (int) map.require("blocks").integer(1, MOST_BLOCKS);
        int maxBlocks = map.read("maxBlocks", value -> value.count(blocks, MOST_BLOCKS), blocks);
        int forks = map.read("forks", value -> value.count(1, blocks), Repeats.usualForks(blocks));
        return new Repeats(
                blocks,
                maxBlocks,
                map.find("budget").map(value -> value.duration(Duration.ofSeconds(1), LONGEST_BUDGET)),
                forks);
    }

    private static LoadShape load(YamlMap map) {
        List<Integer> rates =
                map.read("rates", list -> list.distinct(value -> value.count(1, HIGHEST_RATE)), List.of());
        Duration think = map.read("think", value -> value.duration(Duration.ZERO, LONGEST), Duration.ZERO);
        if (!rates.isEmpty() && !think.isZero()) {
            throw map.key("think")
                    .problem("think time is for clients that wait for their answer; with rates no client waits");
        }
        return new LoadShape(
                map.read("injector", word -> word.choice("injector", InjectorKind.class), InjectorKind.DEFAULT),
                rates,
                think,
                map.find("probe").map(value -> value.count(1, HIGHEST_RATE)),
                map.read("frontier", SuiteFile::frontier, List.of()),
                map.find("fixedRate").map(SuiteFile::fixedRate),
                map.find("duets").map(value -> duets(value, map)),
                map.read("calibrate", YamlValue::bool, false));
    }

    private static Duets duets(YamlValue value, YamlMap suite) {
        YamlMap map = value.map().only("window", "measure", "solo", "when", "pairs");
        Duration measure =
                map.find("measure").orElseGet(() -> suite.require("measure")).duration(Duration.ofMillis(100), LONGEST);
        Duration window = map.require("window").duration(SHORTEST_DUET_WINDOW, LONGEST);
        if (measure.compareTo(window) < 0 || measure.toMillis() % window.toMillis() != 0) {
            throw map.require("window")
                    .problem("'measure' is " + measure.toMillis() + " ms, no whole number of windows of "
                            + window.toMillis() + " ms: choose "
                            + window.toMillis() * (measure.toMillis() / window.toMillis() + 1) + "ms");
        }
        boolean solo = map.read("solo", YamlValue::bool, false);
        List<String> others = solo
                ? List.of("rates", "think")
                : List.of("rates", "think", "probe", "frontier", "fixedRate", "calibrate", "count");
        for (String key : others) {
            if (suite.find(key).isPresent()) {
                throw suite.key(key).problem("'" + key + "' does not go with 'duets': remove one of both");
            }
        }
        List<String> adapters = suite.require("adapters").distinct(YamlValue::named);
        return new Duets(
                map.require("pairs").distinct(pair -> pair(pair, adapters)),
                window,
                measure,
                solo,
                map.read("when", word -> word.choice("'when' of duets", Duets.When.class), Duets.When.ALWAYS));
    }

    private static Pair pair(YamlValue value, List<String> adapters) {
        List<String> names = value.someOf(YamlValue::named);
        for (String name : names) {
            if (!adapters.contains(name)) {
                throw value.problem("'" + name + "' is none of the suite's adapters" + Nearest.hint(name, adapters));
            }
        }
        if (names.size() != 2 || names.get(0).equals(names.get(1))) {
            throw value.problem("a pair of a duet is two adapters, not " + names);
        }
        return new Pair(names.get(0), names.get(1));
    }

    private static List<Duration> frontier(YamlValue list) {
        return list.distinct(value -> value.duration(Duration.ofMillis(1), LONGEST));
    }

    private static FixedRate fixedRate(YamlValue value) {
        String word = value.word();
        if (!word.equals(AUTO) && !word.matches("[0-9]+")) {
            throw value.problem("fixedRate is '" + word + "': write auto, or requests per second");
        }
        return word.equals(AUTO) ? FixedRate.AUTO : new FixedRate(Optional.of(value.count(1, HIGHEST_RATE)));
    }

    private static List<String> jvmOptions(YamlValue jvm) {
        return jvm.map().only("options").require("options").texts();
    }
}
