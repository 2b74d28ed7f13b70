package org.busbench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.busbench.record.Adapter;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunReader;
import org.busbench.reports.check.Check;
import org.busbench.reports.compare.Changes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@code docs/supply-chain.md} promises: the runs that each version recorded can still be read. A release adds a run of its own,
 * {@code busbench run smoke}, under its version; no run here is ever changed.
 */
class RecordedVersionsTest {
    private static final Path RECORDED = SampleRuns.directory("recorded");
    private static final Pattern RELEASE = Pattern.compile("(?m)^## \\[(\\d+\\.\\d+\\.\\d+)]");

    @TempDir
    private Path folder;

    static List<Path> versions() throws IOException {
        try (Stream<Path> entries = Files.list(RECORDED)) {
            return entries.sorted().toList();
        }
    }

    private Path copy(Path version) throws IOException {
        try (Stream<Path> files = Files.walk(version)) {
            for (Path file : files.toList()) {
                Files.copy(
                        file, folder.resolve(version.relativize(file).toString()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return folder;
    }

    @Test
    void everyReleaseOfTheChangelogHasARunAndEachRunIsOfItsVersion() throws IOException {
        List<String> versions = versions().stream()
                .map(version -> version.getFileName().toString())
                .toList();
        Matcher releases = RELEASE.matcher(Files.readString(Path.of("../CHANGELOG.md")));
        while (releases.find()) {
            assertThat(versions).contains(releases.group(1));
        }
        assertThat(versions)
                .isNotEmpty()
                .allSatisfy(version -> assertThat(RunReader.info(RECORDED.resolve(version))
                                .busbench()
                                .version())
                        .isEqualTo(version));
    }

    @ParameterizedTest
    @MethodSource("versions")
    void itsReportIsDrawn(Path version) throws IOException {
        Path run = copy(version);

        Report.write(run);

        assertThat(Files.readString(run.resolve("index.html")))
                .contains(RunReader.read(run).info().adapters().stream()
                        .map(Adapter::title)
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("versions")
    void itIsComparedWithALaterOne(Path version) throws IOException {
        RecordedRun run = RunReader.read(version);

        Changes changes = Changes.between(
                run, RunReader.read(renamed(copy(version), run.info().id())));

        assertThat(changes.changes()).isNotEmpty();
        assertThat(changes.real()).isEmpty();
    }

    /** The same run under another name. */
    private static Path renamed(Path run, String id) throws IOException {
        try (Stream<Path> files = Files.list(run)) {
            for (Path file :
                    files.filter(each -> each.toString().contains(".json")).toList()) {
                Files.writeString(file, Files.readString(file).replace("\"" + id + "\"", "\"later\""));
            }
        }
        return run;
    }

    @ParameterizedTest
    @MethodSource("versions")
    void itsFiguresHold(Path version) throws IOException {
        Check check = Check.of(copy(version));

        assertThat(check.problems()).isEmpty();
        assertThat(check.trials())
                .isEqualTo(RunReader.read(version).trials().size())
                .isPositive();
        assertThat(check.figures()).isGreaterThan(check.trials() * 30L);
    }
}
