package org.busbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.harness.Example;
import org.busbench.harness.JsonSchema;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.text.ConfigProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
            primer: 4s
            warmup: 0s
            measure: 500ms
            seed: 20070713
            errorBound: 0.01
            jvm: {options: [-Xms1g]}
            """;

    @TempDir
    private Path folder;

    static Stream<Example> examples() {
        return Stream.of(
                Example.accepted("nothing", CORRECT),
                change("errorBound: 0.01\n", ""),
                change("jvm: {options: [-Xms1g]}\n", ""),
                change("[500, 10K]", "['500', 100K, 1K, 5K]"),
                change("busbench/suite/1", "busbench/suite/2")
                        .refused("1: schema 'busbench/suite/2' is not known: this busbench reads busbench/suite/1"),
                change("schema: busbench/suite/1\n", "").refused("1: key 'schema' is missing: add it"),
                change("name: sample", "name: other")
                        .refusedByReader("2: name 'other' is not the file's name: write sample"),
                change("name: sample", "name: Sam ple")
                        .refused("2: 'Sam ple' is not a name: use lower-case letters, digits, dots and hyphens"),
                change("about: one line", "about: 7").refused("3: about must be text, not 7 (put text in quotes)"),
                change("[busbench, mule-3.6]", "busbench")
                        .refused("4: adapters must be a list [in brackets], not the text 'busbench'"),
                change("[busbench, mule-3.6]", "[]").refused("4: adapters is an empty list: name at least one"),
                change("[busbench, mule-3.6]", "[a, b, a]")
                        .refused("4: 'a' stands here twice (first in line 4): remove one"),
                change("[virtualization, cbr]", "[virtualisation]")
                        .refused("5: unknown scenario 'virtualisation', did you mean 'virtualization'?"),
                change("[virtualization, cbr]", "\n  - cbr\n  - esb")
                        .refused("7: unknown scenario 'esb'; known: virtualization, cbr, xslt"),
                change("[500, 10K]", "[2K]").refused("6: unknown payload '2K', did you mean '1K'?"),
                change("[500, 10K]", "[500, '500']")
                        .refusedByReader("6: '500' stands here twice (first in line 6): remove one"),
                change("concurrency", "conccurency")
                        .refused("7: unknown key 'conccurency', did you mean 'concurrency'?"),
                change("[1, 20]", "[0]").refused("7: an item of concurrency is 0: choose a number from 1 to 20000"),
                change("[1, 20]", "[1.5]")
                        .refused("7: an item of concurrency must be a whole number, not 1.5 (put text in quotes)"),
                change("[1, 20]", "[20, 20]").refused("7: '20' stands here twice (first in line 7): remove one"),
                change("blocks: 2", "blocks: 0").refused("8: blocks is 0: choose a number from 1 to 1000"),
                change("blocks: 2\n", "").refused("1: key 'blocks' is missing: add it"),
                change("blocks: 2", "blocks: 2\nblocks: 3")
                        .refusedByReader("9: key 'blocks' stands here twice (first in line 8): remove one"),
                change("primer: 4s", "primer: 4")
                        .refused("9: primer must be a duration (a number and a unit, as in 500ms, 4s, 2m or 1h), not 4"
                                + " (put text in quotes)"),
                change("primer: 4s", "primer: 4 s")
                        .refused("9: primer: '4 s' is not a duration: write a number and a unit, as in 500ms, 4s, 2m"
                                + " or 1h"),
                change("measure: 500ms", "measure: 0s")
                        .refusedByReader("11: measure is 0s: choose a duration from 100ms to 1h"),
                change("seed: 20070713", "seed: -1")
                        .refused("12: seed is -1: choose a number from 0 to 9223372036854775807"),
                change("errorBound: 0.01", "errorBound: 1.01")
                        .refused("13: errorBound is 1.01: choose a number from 0 to 1"),
                change("{options: [-Xms1g]}", "{option: [-Xms1g]}")
                        .refused("14: unknown key 'option', did you mean 'options'?"),
                change("{options: [-Xms1g]}", "{options: [5]}")
                        .refused("14: an item of options must be text, not 5 (put text in quotes)"));
    }

    private static Example change(String old, String changed) {
        return Example.changed(CORRECT, old, changed);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aFileIsReadOrRefusedWithItsLine(Example example) throws IOException {
        Path file = Files.writeString(folder.resolve("sample.yaml"), example.text());
        if (example.error() == null) {
            assertThat(SuiteFile.read(file).name()).isEqualTo("sample");
        } else {
            assertThatThrownBy(() -> SuiteFile.read(file))
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

    @Test
    void everyValueArrives() throws IOException {
        Path file = Files.writeString(folder.resolve("sample.yaml"), CORRECT);
        assertThat(SuiteFile.read(file))
                .isEqualTo(new Suite(
                        file,
                        "sample",
                        "one line",
                        List.of("busbench", "mule-3.6"),
                        List.of("virtualization", "cbr"),
                        List.of("500", "10K"),
                        List.of(1, 20),
                        2,
                        Duration.ofSeconds(4),
                        Duration.ZERO,
                        Duration.ofMillis(500),
                        20070713,
                        0.01,
                        List.of("-Xms1g")));
    }

    @Test
    void theProjectsOwnSuitesAreReadByReaderAndSchema() throws IOException {
        JsonSchema schema = new JsonSchema("suite-1.schema.json");
        try (Stream<Path> files = Files.list(ProjectFiles.ROOT.resolve("configs/suites"))) {
            assertThat(files.toList()).isNotEmpty().allSatisfy(file -> {
                assertThat(SuiteFile.read(file).name() + ".yaml")
                        .isEqualTo(file.getFileName().toString());
                assertThat(schema.complaints(Files.readString(file))).isEmpty();
            });
        }
    }
}
