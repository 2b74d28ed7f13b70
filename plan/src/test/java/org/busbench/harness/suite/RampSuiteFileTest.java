package org.busbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.harness.JsonSchema;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.record.RampSuite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RampSuiteFileTest {
    private static final Path RAMPS = Path.of("../configs/ramps");

    @TempDir
    private Path folder;

    @Test
    void theShippedSuitesAreReadAndFitTheirSchema() throws Exception {
        for (String name : List.of("thrift", "thrift-quick")) {
            Path file = RAMPS.resolve(name + ".yaml");
            assertThat(RampSuiteFile.read(file).suite().name()).isEqualTo(name);
            assertThat(new JsonSchema("ramp-suite-1.schema.json").complaints(Files.readString(file)))
                    .isEmpty();
        }
    }

    @Test
    void aSuiteThatIsLikeAnotherDiffersInWhatItSays() {
        RampSuite full = RampSuiteFile.read(RAMPS.resolve("thrift.yaml")).suite();
        RampSuite quick = RampSuiteFile.read(RAMPS.resolve("thrift-quick.yaml")).suite();
        assertThat(quick.injectors()).isEqualTo(full.injectors());
        assertThat(quick.claims()).isEqualTo(full.claims());
        assertThat(quick.repeats()).isOne();
        assertThat(quick.plan()).hasSize(full.plan().size() / full.repeats());
    }

    @Test
    void aRepeatBeginsWithAnotherInjector() {
        RampSuite full = RampSuiteFile.read(RAMPS.resolve("thrift.yaml")).suite();
        List<String> first = full.plan().stream()
                .filter(planned -> planned.to() == 18_000)
                .map(planned -> planned.injector().name())
                .toList();
        assertThat(first.subList(0, 6)).isNotEqualTo(first.subList(6, 12));
        assertThat(first.subList(0, 6)).containsExactlyInAnyOrderElementsOf(first.subList(6, 12));
    }

    @Test
    void aClaimOfARampThatNobodyDrivesIsRefused() throws Exception {
        assertThatThrownBy(() -> read("{figure: peak, of: bare, to: 200, is: at-least, value: 1}"))
                .isInstanceOf(ConfigProblem.class)
                .hasMessageContaining("no ramp of bare to 200 is driven");
    }

    @Test
    void aFigureThatThereIsNotIsRefusedWithTheNearest() throws Exception {
        assertThatThrownBy(() -> read("{figure: peek, of: bare, to: 100, is: at-least, value: 1}"))
                .hasMessageContaining("test.yaml:13: unknown figure 'peek', did you mean 'peak'?");
    }

    @Test
    void anInjectorWithoutAgentsIsNotGatling() throws Exception {
        Path file = write("{figure: peak, of: bare, to: 100, is: at-least, value: 1}");
        Files.writeString(file, Files.readString(file).replace("program: bare", "program: gatling"));
        assertThatThrownBy(() -> RampSuiteFile.read(file)).hasMessageContaining("agents and throughput are Gatling's");
    }

    private RampSuiteFile read(String condition) throws Exception {
        return RampSuiteFile.read(write(condition));
    }

    private Path write(String condition) throws Exception {
        return Files.writeString(folder.resolve("test.yaml"), """
                schema: busbench/ramp-suite/1
                name: test
                about: A test.
                document: {title: a document, source: somewhere, published: "2018"}
                ramp: 1s
                drain: 1s
                to: [100]
                repeats: 1
                payload: 64
                connections: 4
                injectors: [{name: bare, title: the driver, program: bare}]
                claims:
                  - {id: claim, text: It holds., holds: [%s]}
                """.formatted(condition));
    }
}
