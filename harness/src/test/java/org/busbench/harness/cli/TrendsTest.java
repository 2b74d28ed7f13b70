package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.busbench.harness.ProjectFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** On copies of one recorded run, of which the later ones are slower by a fifth. */
class TrendsTest {

    private static final Path RECORDED = ProjectFiles.ROOT.resolve("reports/src/test/resources/run-quick");
    private static final int RUNS = 12;
    private static final int SLOWER_FROM = 7;

    @RegisterExtension
    private final CapturedConsole console = new CapturedConsole();

    @TempDir
    private Path folder;

    @Test
    void marksTheRunFromWhichOnAFigureIsAnotherOne() throws IOException {
        copies();

        assertThat(Busbench.execute("compare", "--trend", folder.toString())).isZero();

        assertThat(console.out())
                .contains("page: " + folder.resolve("trend.html"))
                .containsPattern("busbench +cbr 500 c=\\d+ +TPS +12 .* from run-07");
        assertThat(Files.readString(folder.resolve("trend.html")))
                .contains("Trend over 12 runs")
                .containsPattern("[2-9] of \\d+ figures changed their level")
                .contains("from run-07 on")
                .contains("<svg class=\"trend-plot\"")
                .doesNotContain("<script");
    }

    @Test
    void whatHasNoTrendIsRefusedInOneLine() throws IOException {
        assertThat(Busbench.execute("compare", "--trend", folder.toString())).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(Busbench.execute("compare", "--trend", folder.resolve("none").toString()))
                .isEqualTo(ExitCode.BAD_INPUT);
        copies();
        assertThat(Busbench.execute(
                        "report",
                        "--format",
                        "csv",
                        folder.resolve(name(1)).toString(),
                        folder.resolve(name(2)).toString()))
                .isEqualTo(ExitCode.BAD_INPUT);

        assertThat(console.err().lines())
                .hasSize(3)
                .anyMatch(line -> line.contains("no figure stands in two runs") && line.contains(" holds 0 runs"))
                .anyMatch(line -> line.contains("no folder "))
                .anyMatch(line -> line.contains("in the format cpus alone"));
    }

    private static String name(int run) {
        return String.format(Locale.ROOT, "run-%02d", run);
    }

    private void copies() throws IOException {
        String info = Files.readString(RECORDED.resolve("run.json"));
        String id = info.replaceAll("(?s).*?\"id\"\\s*:\\s*\"([^\"]+)\".*", "$1");
        String started = info.replaceAll("(?s).*?\"startedAt\"\\s*:\\s*\"([^\"]+)\".*", "$1");
        for (int run = 1; run <= RUNS; run++) {
            Path copy = Files.createDirectory(folder.resolve(name(run)));
            double factor = (run < SLOWER_FROM ? 1.0 : 0.8) * (1 + 0.001 * (run * 7 % 5));
            try (Stream<Path> files = Files.list(RECORDED)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    String text = Files.readString(file)
                            .replace(id, name(run))
                            .replace(started, String.format(Locale.ROOT, "2026-11-%02dT08:00:00Z", run));
                    Files.writeString(copy.resolve(file.getFileName()), slowed(text, factor));
                }
            }
        }
    }

    private static String slowed(String lines, double factor) {
        return java.util.regex.Pattern.compile("\"goodputPerSecond\":\\s*([0-9.]+)")
                .matcher(lines)
                .replaceAll(found -> "\"goodputPerSecond\":" + Double.parseDouble(found.group(1)) * factor);
    }
}
