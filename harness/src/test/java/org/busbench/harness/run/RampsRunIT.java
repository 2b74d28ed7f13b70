package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.busbench.harness.artifact.Supply;
import org.busbench.harness.artifact.Unobtainable;
import org.busbench.harness.suite.RampSuiteFile;
import org.busbench.harness.text.Problem;
import org.busbench.record.Ramp;
import org.busbench.record.Ramp.Outcome;
import org.busbench.record.RampRun;
import org.busbench.record.RunReader;
import org.busbench.reports.Report;
import org.busbench.reports.check.Check;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of injector against the real service, each along a ramp of a second. */
class RampsRunIT {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private Path root;

    private Project project;
    private Path suite;

    @BeforeEach
    void copyTheCheckout() throws IOException {
        assumeThat(CHECKOUT.resolve("injectors/thrift-load/target/thrift-load/lib"))
                .as("the injectors are built: mvn -pl injectors/thrift-load package")
                .isDirectory();
        assumeThat(librariesAreHere())
                .as("the injectors' libraries were fetched before: busbench run thrift-quick")
                .isTrue();
        for (String module : List.of("injectors", "jmeter-plans")) {
            Files.createSymbolicLink(root.resolve(module), CHECKOUT.resolve(module));
        }
        Path ramps = Files.createDirectories(root.resolve("configs/ramps"));
        Files.createSymbolicLink(ramps.resolve("artifacts.lock"), CHECKOUT.resolve("configs/ramps/artifacts.lock"));
        suite = Files.writeString(ramps.resolve("test.yaml"), """
                schema: busbench/ramp-suite/1
                name: test
                about: A test.
                document: {title: a document, source: somewhere, published: "2018"}
                ramp: 1s
                drain: 2s
                to: [200]
                repeats: 1
                payload: 64
                connections: 4
                injectors:
                  - {name: jmeter-nio, title: a sampler, program: jmeter-nio}
                  - {name: jmeter-java, title: a sampler, program: jmeter-java}
                  - {name: gatling, title: a plugin, program: gatling, agents: 4, throughput: 20, threads: 2}
                  - {name: bare, title: the driver, program: bare}
                """);
        project = new Project(root);
    }

    private static boolean librariesAreHere() {
        try (Supply supply = Supply.here()) {
            return !supply.locked(CHECKOUT.resolve("configs/ramps/artifacts.lock"))
                    .isEmpty();
        } catch (Unobtainable absent) {
            return false;
        }
    }

    @Test
    void everyInjectorHasAllItsAnswersVerifiedAndARunGoesOnAfterAKill() throws Exception {
        List<String> said = new ArrayList<>();
        RampsRun run = new RampsRun(project, said::add);
        Path folder = run.begin(RampSuiteFile.read(suite), "test-run");
        List<Ramp> lines = RunReader.ramps(folder, new ArrayList<>());
        assertThat(lines).extracting(Ramp::injector).containsExactly("jmeter-nio", "jmeter-java", "gatling", "bare");
        assertThat(lines).allSatisfy(line -> {
            assertThat(line.outcome())
                    .as("%s: %s", line.injector(), line.reason())
                    .isEqualTo(Outcome.DRAINED);
            assertThat(line.figures().verified()).isEqualTo(line.figures().served());
            assertThat(line.figures().wrong() + line.figures().failed()).isZero();
        });
        assertThat(lines.subList(0, 3))
                .allSatisfy(line -> assertThat(line.figures().verified()).isEqualTo(100));
        Report.ramps(folder);
        assertThat(Check.of(folder).problems()).isEmpty();
        assertThatThrownBy(() -> run.resume(folder)).isInstanceOf(Problem.class).hasMessageContaining("is finished");

        cutOffAsAKillDoes(folder);
        run.resume(folder);
        List<Ramp> resumed = RunReader.ramps(folder, new ArrayList<>());
        assertThat(resumed.subList(0, 3)).isEqualTo(lines.subList(0, 3));
        assertThat(resumed.get(3).evidenceFolder().path()).isEqualTo("trials/0004-2");
        Report.ramps(folder);
        assertThat(Check.of(folder).problems()).singleElement().asString().contains("trials/0004: was added");
    }

    /** The last line is half-written, and no end was recorded. */
    private static void cutOffAsAKillDoes(Path folder) throws IOException {
        Path file = folder.resolve(Ramp.FILE);
        List<String> lines = Files.readAllLines(file);
        Files.writeString(file, String.join("\n", lines.subList(0, 3)) + "\n");
        Files.writeString(file, "{\"schema\":", StandardOpenOption.APPEND);
        Files.delete(folder.resolve(RampRun.End.FILE));
    }
}
