package org.busbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.busbench.harness.Example;
import org.busbench.harness.JsonSchema;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.suite.LoadShape.FixedRate;
import org.busbench.harness.suite.Suite.Phases;
import org.busbench.harness.suite.Suite.Pinning;
import org.busbench.harness.suite.SuiteOverrides.Option;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SuiteFileTest {
    private static final String CORRECT = """
            schema: busbench/suite/1
            name: sample
            about: one line
            adapters: [busbench, mule-3.6]
            scenarios: [virtualization, cbr]
            payloads: [500, 10K]
            concurrency: [1, 20]
            blocks: 2
            maxBlocks: 9
            budget: 20m
            primer: 4s
            warmup: 0s
            measure: 500ms
            think: 5ms
            probe: 200
            injector: nio
            pin: auto
            seed: 20070713
            errorBound: 0.01
            jvm: {options: [-Xms1g]}
            count: 400ms
            """;

    @TempDir
    private Path folder;

    static Stream<Example> examples() {
        return Stream.of(
                Example.accepted("nothing", CORRECT),
                change("errorBound: 0.01\n", ""),
                change("injector: nio", "injector: jmeter-http"),
                change("jvm: {options: [-Xms1g]}\n", ""),
                change("[500, 10K]", "['500', 100K, 1K, 5K]"),
                change("busbench/suite/1", "busbench/suite/2")
                        .refused("1: schema 'busbench/suite/2' is not known: this busbench reads busbench/suite/1"),
                change("schema: busbench/suite/1\n", "").refused("1: key 'schema' is missing: add it"),
                change("name: sample", "name: other")
                        .refusedByReader("2: name 'other' is not the file's name: write sample"),
                change("name: sample", "name: Sam ple")
                        .refused("2: 'Sam ple' is not a name: use lower-case letters, digits, dots and hyphens"),
                change("about: one line", "about: one line\npublication: mule-http-with-load-2015"),
                change("about: one line", "about: one line\npublication: mule-http-with-lod-2015")
                        .refusedByReader("4: unknown publication 'mule-http-with-lod-2015', did you mean"
                                + " 'mule-http-with-load-2015'?"),
                change("about: one line", "about: 7").refused("3: about must be text, not 7 (put text in quotes)"),
                change("[busbench, mule-3.6]", "busbench")
                        .refused("4: adapters must be a list [in brackets], not the text 'busbench'"),
                change("[busbench, mule-3.6]", "[]").refused("4: adapters is an empty list: name at least one"),
                change("[busbench, mule-3.6]", "[a, b, a]")
                        .refused("4: 'a' stands here twice (first in line 4): remove one"),
                change("[virtualization, cbr]", "[virtualisation]")
                        .refusedByReader("5: unknown scenario 'virtualisation', did you mean 'virtualization'?"),
                change("[virtualization, cbr]", "\n  - cbr\n  - esb")
                        .refusedByReader("7: unknown scenario 'esb'; known: "
                                + String.join(", ", ProjectFiles.SCENARIOS.names())),
                change("[500, 10K]", "[2K]").refusedByReader("6: unknown payload '2K', did you mean '1K'?"),
                change("[500, 10K]", "[500, '500']")
                        .refusedByReader("6: '500' stands here twice (first in line 6): remove one"),
                change("concurrency", "conccurency")
                        .refused("7: unknown key 'conccurency', did you mean 'concurrency'?"),
                change("[1, 20]", "[0]").refused("7: an item of concurrency is 0: choose a number from 1 to 20000"),
                change("[1, 20]", "[1.5]").refused("7: an item of concurrency must be a whole number, not 1.5"),
                change("[1, 20]", "[20, 20]").refused("7: '20' stands here twice (first in line 7): remove one"),
                parts("{payloads: [500]}"),
                parts("{scenarios: [cbr], payloads: ['500']}, {scenarios: [virtualization], concurrency: [20]}"),
                parts("{scenarios: [cbr]}")
                        .refusedByReader(
                                "8: scenario 'virtualization' is in none of the parts: add it to one, or remove"
                                        + " it"),
                parts("{payloads: [1K]}").refusedByReader("8: '1K' is none of the suite's, did you mean '10K'?"),
                parts("{concurrency: [20, 2]}").refusedByReader("8: the suite has [1, 20] clients and not [20, 2]"),
                parts("{payload: [500]}").refused("8: unknown key 'payload', did you mean 'payloads'?"),
                parts("").refused("8: parts is an empty list: name at least one"),
                parts("{adapters: [busbench], payloads: [500]}, {adapters: [mule-3.6]}"),
                parts("{adapters: [busbench]}")
                        .refusedByReader("8: adapter 'mule-3.6' is in none of the parts: add it to one, or remove it"),
                parts("{adapters: [busbench, mule-3.9]}")
                        .refusedByReader("8: 'mule-3.9' is none of the suite's, did you mean 'mule-3.6'?"),
                change("blocks: 2", "blocks: 0").refused("8: blocks is 0: choose a number from 1 to 1000"),
                change("blocks: 2\n", "").refused("1: key 'blocks' is missing: add it"),
                change("blocks: 2", "blocks: 2\nblocks: 3")
                        .refusedByReader("9: key 'blocks' stands here twice (first in line 8): remove one"),
                change("maxBlocks: 9", "maxBlocks: 1")
                        .refusedByReader("9: maxBlocks is 1: choose a number from 2 to 1000"),
                change("maxBlocks: 9", "maxblocks: 9").refused("9: unknown key 'maxblocks', did you mean 'maxBlocks'?"),
                change("budget: 20m", "budget: 0s")
                        .refusedByReader("10: budget is 0s: choose a duration from 1s to 100h"),
                change("blocks: 2", "blocks: 2\nforks: 2"),
                change("blocks: 2", "blocks: 2\nforks: 3")
                        .refusedByReader("9: forks is 3: choose a number from 1 to 2"),
                change("blocks: 2", "blocks: 2\nforks: 0").refused("9: forks is 0: choose a number from 1 to 2"),
                change("think: 5ms", "think: 5")
                        .refused(
                                "14: think must be a duration (a number and a unit, as in 500ms, 4s, 2m or 1h), not 5"),
                change("concurrency: [1, 20]", "concurrency: [1, 20]\nrates: [5]")
                        .refusedByReader(
                                "15: think time is for clients that wait for their answer; with rates no client waits"),
                duets(
                        "duets: {window: 100ms, measure: 400ms, solo: true, when: without-counters, pairs: [[busbench, mule-3.6]]}\nprobe: 5"),
                duets("duets: {window: 300ms, measure: 200ms, pairs: [[busbench, mule-3.6]]}")
                        .refusedByReader("14: 'measure' is 200 ms, no whole number of windows of 300 ms: choose 300ms"),
                duets("duets: {window: 100ms, when: often, pairs: [[busbench, mule-3.6]]}")
                        .refused("14: unknown 'when' of duets 'often'; known: always, without-counters"),
                duets("duets: {window: 100ms, pairs: [[busbench, mule-3.6]]}"),
                duets("duets: {window: 100ms, pairs: [[busbench, mule-3.6]]}\nparts: [{warmup: 4s}]")
                        .refusedByReader("15: a 'warmup' of a part does not go with 'duets': remove one of both"),
                duets("duets: {window: 100ms, pairs: [[busbench, mule-3.6]]}\nprobe: 5")
                        .refusedByReader("15: 'probe' does not go with 'duets': remove one of both"),
                duets("duets: {window: 300ms, pairs: [[busbench, mule-3.6]]}")
                        .refusedByReader("14: 'measure' is 500 ms, no whole number of windows of 300 ms: choose 600ms"),
                duets("duets: {window: 100ms, pairs: [[busbench, nginx]]}")
                        .refusedByReader("14: 'nginx' is none of the suite's adapters; known: busbench, mule-3.6"),
                duets("duets: {window: 100ms, pairs: [[mule-3.6, mule-3.6]]}")
                        .refusedByReader("14: a pair of a duet is two adapters, not [mule-3.6, mule-3.6]"),
                duets("duets: {window: 100ms}").refused("14: key 'pairs' is missing: add it"),
                change("think: 5ms", "frontier: []").refused("14: frontier is an empty list: name at least one"),
                change("think: 5ms", "fixedRate: slow")
                        .refused("14: fixedRate is 'slow': write auto, or requests per second"),
                change("concurrency: [1, 20]\n", "").refused("1: key 'concurrency' is missing: add it"),
                change("probe: 200", "probe: 0").refused("15: probe is 0: choose a number from 1 to 1000000"),
                change("injector: nio", "injector: jmeter")
                        .refused("16: unknown injector 'jmeter'; known: nio, jmeter-http, gatling"),
                change("pin: auto", "pin: [0, 1]").refused("17: pin must be a word, not a list"),
                change("pin: auto", "pin: all").refused("17: unknown pin 'all'; known: auto, none"),
                change("primer: 4s", "primer: 4")
                        .refused(
                                "11: primer must be a duration (a number and a unit, as in 500ms, 4s, 2m or 1h), not 4"),
                change("primer: 4s", "primer: 4 s").refused("11: primer: '4 s' is not a duration, did you mean '4s'?"),
                change("measure: 500ms", "measure: 0s")
                        .refusedByReader("13: measure is 0s: choose a duration from 100ms to 1h"),
                change("seed: 20070713", "seed: -1")
                        .refused("18: seed is -1: choose a number from 0 to 9223372036854775807"),
                change("errorBound: 0.01", "errorBound: 1.01")
                        .refused("19: errorBound is 1.01: choose a number from 0 to 1"),
                change("{options: [-Xms1g]}", "{option: [-Xms1g]}")
                        .refused("20: unknown key 'option', did you mean 'options'?"),
                change("{options: [-Xms1g]}", "{options: [5]}")
                        .refused("20: an item of options must be text, not 5 (put text in quotes)"));
    }

    /** The sample as a suite of duets, with these lines in place of what does not go with them. */
    private static Example duets(String lines) {
        return Example.accepted(
                lines, CORRECT.replace("think: 5ms\nprobe: 200", lines).replace("count: 400ms\n", ""));
    }

    private static Example change(String old, String changed) {
        return Example.changed(CORRECT, old, changed);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aFileIsReadOrRefusedWithItsLine(Example example) throws IOException {
        Path file = Files.writeString(folder.resolve("sample.yaml"), example.text());
        if (example.error() == null) {
            assertThat(SuiteFile.read(file, ProjectFiles.SCENARIOS).name()).isEqualTo("sample");
        } else {
            assertThatThrownBy(() -> SuiteFile.read(file, ProjectFiles.SCENARIOS))
                    .isInstanceOf(ConfigProblem.class)
                    .hasMessage(file + ":" + example.error());
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theSchemaAgreesWithTheReader(Example example) throws IOException {
        if (example.error() == null || example.schemaSees()) {
            boolean refused = !new JsonSchema("suite-1.schema.json")
                    .complaints(example.text())
                    .isEmpty();
            assertThat(refused).isEqualTo(example.schemaSees());
        }
    }

    private static Example parts(String parts) {
        return change("blocks: 2", "parts: [" + parts + "]\nblocks: 2");
    }

    @Test
    void onlyCombinationsOfThePartsAreMeasuredUnlessTheCommandLineChoosesOthers() throws IOException {
        Path file = Files.writeString(
                folder.resolve("sample.yaml"),
                CORRECT.replace(
                        "blocks: 2",
                        "parts: [{scenarios: [cbr], payloads: [500]}, {payloads: [10K], concurrency: [20]}]\nblocks: 2"));

        Suite suite = SuiteFile.read(file, ProjectFiles.SCENARIOS);

        assertThat(suite.measures("cbr", "500", 1)).isTrue();
        assertThat(suite.measures("virtualization", "500", 1)).isFalse();
        assertThat(suite.measures("virtualization", "10K", 1)).isFalse();
        assertThat(suite.measures("virtualization", "10K", 20)).isTrue();
        assertThat(suite.payloads(ProjectFiles.SCENARIOS.find("virtualization")))
                .containsExactly("10K");
        SuiteOverrides clients = SuiteOverrides.NONE.with(Option.CLIENTS, "7");
        assertThat(SuiteFile.read(file, clients, ProjectFiles.SCENARIOS).parts())
                .isEmpty();
    }

    @Test
    void anAdapterIsMeasuredInItsOwnPartsAndOneThatIsNotOfTheSuiteInAll() throws IOException {
        Path file = Files.writeString(
                folder.resolve("sample.yaml"),
                CORRECT.replace(
                        "blocks: 2",
                        "parts: [{payloads: [500]}, {payloads: [10K], concurrency: [20], adapters: [mule-3.6]}]\nblocks: 2"));

        Suite suite =
                SuiteFile.read(file, ProjectFiles.SCENARIOS).withAdapters(List.of("busbench", "mule-3.6", "added"));

        assertThat(suite.measures("busbench", "cbr", "500", 1)).isTrue();
        assertThat(suite.measures("busbench", "cbr", "10K", 20)).isFalse();
        assertThat(suite.measures("mule-3.6", "cbr", "10K", 20)).isTrue();
        assertThat(suite.measures("mule-3.6", "cbr", "10K", 1)).isFalse();
        assertThat(suite.measures("added", "cbr", "10K", 20)).isTrue();
    }

    @Test
    void aPartMayHaveALongerWarmupForAllThatHoldItsCombinations() throws IOException {
        Path file = Files.writeString(
                folder.resolve("sample.yaml"),
                CORRECT.replace(
                        "blocks: 2",
                        "parts: [{}, {concurrency: [20], adapters: [busbench], warmup: 4s}, {warmup: 0s}]\nblocks: 2"));

        Suite suite = SuiteFile.read(file, ProjectFiles.SCENARIOS);

        assertThat(suite.warmup("cbr", "500", 20)).isEqualTo(Duration.ofSeconds(4));
        assertThat(suite.warmup("cbr", "500", 1)).isEqualTo(suite.phases().warmup());
        assertThat(suite.trial("cbr", "500", 20))
                .isEqualTo(Duration.ofSeconds(4)
                        .plus(suite.phases().measure())
                        .plus(suite.phases().count()));
    }

    @Test
    void everyValueArrives() throws IOException {
        Path file = Files.writeString(folder.resolve("sample.yaml"), CORRECT);
        assertThat(SuiteFile.read(file, ProjectFiles.SCENARIOS))
                .isEqualTo(new Suite(
                        file,
                        "sample",
                        "one line",
                        List.of("busbench", "mule-3.6"),
                        Stream.of("virtualization", "cbr")
                                .map(ProjectFiles.SCENARIOS::find)
                                .toList(),
                        List.of("500", "10K"),
                        List.of(1, 20),
                        List.of(),
                        new Repeats(2, 9, Optional.of(Duration.ofMinutes(20)), 1),
                        new Phases(
                                Duration.ofSeconds(4), Duration.ZERO, Duration.ofMillis(500), Duration.ofMillis(400)),
                        new LoadShape(
                                InjectorKind.NIO,
                                List.of(),
                                Duration.ofMillis(5),
                                Optional.of(200),
                                List.of(),
                                Optional.empty(),
                                Optional.empty(),
                                false),
                        20070713,
                        0.01,
                        Pinning.AUTO,
                        List.of("-Xms1g"),
                        List.of(),
                        Optional.empty(),
                        Optional.empty()));
    }

    @Test
    void theCommandLineStandsInPlaceOfKeysAndIsKept() throws IOException {
        Path file = Files.writeString(folder.resolve("sample.yaml"), CORRECT);
        SuiteOverrides overrides = SuiteOverrides.NONE
                .with(Option.CLIENTS, "1,20,100")
                .with(Option.PAYLOAD, "500")
                .with(Option.MEASURE, "10s")
                .with(Option.BLOCKS, "5");

        Suite suite = SuiteFile.read(file, overrides, ProjectFiles.SCENARIOS);

        assertThat(suite.concurrency()).containsExactly(1, 20, 100);
        assertThat(suite.payloads()).containsExactly("500");
        assertThat(suite.phases().measure()).isEqualTo(Duration.ofSeconds(10));
        assertThat(suite.repeats()).isEqualTo(fixed(5));
        assertThat(suite.overrides())
                .containsExactly("--clients 1,20,100", "--payload 500", "--measure 10s", "--blocks 5");
        assertThat(SuiteFile.read(file, SuiteOverrides.of(suite.overrides()), ProjectFiles.SCENARIOS))
                .isEqualTo(suite);
    }

    @Test
    void theShortFormStandsInPlaceOfKeysAndIsKeptAndOptionsStandInPlaceOfIt() throws IOException {
        Path file = Files.writeString(
                folder.resolve("sample.yaml"), CORRECT + "quick: {concurrency: [7], measure: 700ms}\n");
        SuiteOverrides quick = SuiteOverrides.NONE.with(Option.QUICK, "");

        Suite suite = SuiteFile.read(file, quick.with(Option.MEASURE, "10s"), ProjectFiles.SCENARIOS);

        assertThat(suite.concurrency()).containsExactly(7);
        assertThat(suite.phases().measure()).isEqualTo(Duration.ofSeconds(10));
        assertThat(suite.overrides()).containsExactly("--quick", "--measure 10s");
        assertThat(SuiteFile.read(file, SuiteOverrides.of(suite.overrides()), ProjectFiles.SCENARIOS))
                .isEqualTo(suite);
        assertThat(SuiteFile.read(file, ProjectFiles.SCENARIOS).concurrency()).isNotEqualTo(suite.concurrency());
        Files.writeString(file, CORRECT + "quick: {seed: 1}\n");
        assertThatThrownBy(() -> SuiteFile.read(file, ProjectFiles.SCENARIOS))
                .hasMessageContaining("unknown key 'seed'");
    }

    @Test
    void aScenarioOfTheCommandLineIsTheSuitesOwnOrOneThatItLacks() throws IOException {
        Path own = Files.createDirectories(folder.resolve("mine"));
        for (String file : List.of("scenario.yaml", "order.json", "orders.csv", "accepted.json")) {
            Files.writeString(
                    own.resolve(file),
                    Files.readString(ProjectFiles.SCENARIOS
                                    .find("rest-json")
                                    .folder()
                                    .resolve(file))
                            .replace("name: rest-json", "name: mine"));
        }
        Path file = Files.writeString(
                folder.resolve("sample.yaml"), CORRECT.replace("[virtualization, cbr]", "[cbr, ./mine]"));

        Suite suite = SuiteFile.read(
                file, SuiteOverrides.NONE.withScenarios(List.of("mine", "soap12")), ProjectFiles.SCENARIOS);

        assertThat(suite.scenarioNames()).containsExactly("mine", "soap12");
        assertThat(suite.payloads()).containsExactly("own");
        assertThat(suite.overrides()).containsExactly("--scenario mine,soap12");
        assertThat(SuiteFile.read(
                                file,
                                SuiteOverrides.NONE.withScenarios(List.of("xslt", own.toString())),
                                ProjectFiles.SCENARIOS)
                        .payloads())
                .containsExactly("500", "10K", "own");
        assertThatThrownBy(() -> SuiteFile.read(
                        file,
                        SuiteOverrides.NONE.withScenarios(List.of("mine", own.toString())),
                        ProjectFiles.SCENARIOS))
                .hasMessage("--scenario names 'mine' twice: remove one");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CLIENTS | 0      | --clients: an item of concurrency is 0: choose a number from 1 to 20000
            CLIENTS | 1,,2   | --clients is '1,,2': write values with commas and no blanks
            CLIENTS | 5,5    | --clients: '5' stands here twice (first in line 1): remove one
            MEASURE | fast   | --measure: measure: 'fast' is not a duration
            FORKS   | 3      | --forks: forks is 3: choose a number from 1 to 2
            BLOCKS  | 0      | --blocks: blocks is 0: choose a number from 1 to 1000""")
    void aWrongOptionIsNamedInTheMessage(Option option, String value, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("sample.yaml"), CORRECT);
        assertThatThrownBy(() -> SuiteFile.read(file, SuiteOverrides.NONE.with(option, value), ProjectFiles.SCENARIOS))
                .isInstanceOf(Problem.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void whatIsNotSaidHasItsDefault() throws IOException {
        String minimal = CORRECT.replaceAll(
                "(?m)^(maxBlocks|budget|forks|count|think|probe|injector|pin|errorBound|jvm):.*\n", "");
        Suite suite = SuiteFile.read(Files.writeString(folder.resolve("sample.yaml"), minimal), ProjectFiles.SCENARIOS);

        assertThat(suite.repeats()).isEqualTo(fixed(2));
        assertThat(suite.load()).isEqualTo(LoadShape.closed(InjectorKind.DEFAULT));
        assertThat(suite.phases().count()).isZero();
        assertThat(suite.pinning()).isEqualTo(Pinning.NONE);
        assertThat(suite.errorBound()).isZero();
        assertThat(suite.jvmOptions()).isEmpty();
    }

    @Test
    void ratesStandInForClients() throws IOException {
        String open = CORRECT.replace(
                        "concurrency: [1, 20]", "rates: [500, 2000]\nfrontier: [5ms, 20ms]\nfixedRate: auto")
                .replace("think: 5ms\n", "");
        Suite suite = SuiteFile.read(Files.writeString(folder.resolve("sample.yaml"), open), ProjectFiles.SCENARIOS);

        assertThat(suite.load().rates()).containsExactly(500, 2000);
        assertThat(suite.load().frontier()).containsExactly(Duration.ofMillis(5), Duration.ofMillis(20));
        assertThat(suite.load().fixedRate()).contains(FixedRate.AUTO);
        assertThat(suite.concurrency()).containsExactly(200);
    }

    @Test
    void theProjectsOwnSuitesAreReadByReaderAndSchema() throws IOException {
        JsonSchema schema = new JsonSchema("suite-1.schema.json");
        try (Stream<Path> files = Files.list(ProjectFiles.ROOT.resolve("configs/suites"))) {
            assertThat(files.toList()).isNotEmpty().allSatisfy(file -> {
                assertThat(SuiteFile.read(file, ProjectFiles.SCENARIOS).name() + ".yaml")
                        .isEqualTo(file.getFileName().toString());
                if (Files.readString(file).contains("\nquick:")) {
                    SuiteOverrides quick = SuiteOverrides.NONE.with(Option.QUICK, "");
                    assertThat(SuiteFile.read(file, quick, ProjectFiles.SCENARIOS)
                                    .repeats()
                                    .blocks())
                            .isEqualTo(1);
                }
                assertThat(schema.complaints(Files.readString(file))).isEmpty();
            });
        }
    }

    @Test
    void eachSideOfADuetStartsFirstInAsManyForksOfEverySuite() throws IOException {
        Path suites = Path.of("../configs/suites");
        List<Suite> withDuets;
        try (Stream<Path> files = Files.list(suites)) {
            withDuets = files.map(file -> SuiteFile.read(file, ProjectFiles.SCENARIOS))
                    .filter(suite -> suite.load().duets().isPresent())
                    .toList();
        }

        assertThat(withDuets).extracting(Suite::name).contains("duel", "verdict", "builds", "selftest-copies");
        assertThat(withDuets).allSatisfy(suite -> {
            assertThat(suite.blocksTogether()).isEqualTo(2 * suite.repeats().blocksOfFork());
            assertThat(suite.repeats().blocks() % suite.blocksTogether()).isZero();
            assertThat(suite.repeats().maxBlocks() % suite.blocksTogether()).isZero();
        });
        Suite alone = SuiteFile.read(suites.resolve("field.yaml"), ProjectFiles.SCENARIOS);
        assertThat(alone.blocksTogether())
                .isEqualTo(alone.repeats().forks() == 1 ? 1 : alone.repeats().blocksOfFork());
    }

    private static Repeats fixed(int blocks) {
        return new Repeats(blocks, blocks, Optional.empty(), Repeats.usualForks(blocks));
    }
}
