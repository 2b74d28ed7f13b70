package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.busbench.harness.ProjectFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On logs that a JMeter wrote through {@code jmeter-plans/cbr.jmx}, without a run directory. */
class ReportCommandTest {

    private static final Path LOGS = ProjectFiles.ROOT.resolve("reports/src/test/resources/jtl");

    private final PrintStream realOut = System.out;
    private final PrintStream realErr = System.err;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    private Path log;

    @BeforeEach
    void copyAndCapture() throws IOException {
        System.setProperty("busbench.project", ProjectFiles.ROOT.toString());
        log = Files.copy(LOGS.resolve("cbr.jtl.gz"), folder.resolve("cbr.jtl.gz"));
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void release() {
        System.clearProperty("busbench.project");
        System.setOut(realOut);
        System.setErr(realErr);
    }

    @Test
    void drawsBesideTheFirstFileAndSaysWhatTheFilesDoNot() {
        assertThat(report("--warmup", "1s")).isZero();
        assertThat(report("--warmup", "1s")).as("again").isZero();

        assertThat(text(out).lines())
                .contains(
                        folder.resolve("jtl-report/index.html").toString(),
                        folder.resolve("jtl-report/trials.csv").toString());
        assertThat(text(err).lines())
                .hasSize(4)
                .anyMatch(line -> line.startsWith(folder.resolve("cbr.jtl.gz") + ": says no adapter"));
        assertThat(folder.resolve("jtl-report/trials.csv"))
                .content()
                .contains("unnamed,mediator,cbr,,unknown,2,closed");
    }

    @Test
    void aRemarkIsOneLineWhateverItNames() throws IOException {
        log = Files.copy(log, folder.resolve("two\nlines.jtl.gz"));

        assertThat(report("--warmup", "1s")).isZero();

        assertThat(text(err).lines())
                .singleElement()
                .asString()
                .startsWith(folder + "/two lines.jtl.gz: says no message size");
    }

    @Test
    void takesLabelsFromTheCommandLine() {
        Path page = folder.resolve("page");

        assertThat(report("--warmup", "1s", "--label", "cbr.jtl.gz=camel,routing,500", "--out", page.toString()))
                .isZero();

        assertThat(text(err)).isEmpty();
        assertThat(page.resolve("trials.csv")).content().contains("camel,mediator,routing,,500,4,closed");
        assertThat(page.resolve("index.html")).content().contains("in one JTL file that JMeter wrote by itself");
    }

    @Test
    void writesOverNothingThatItDidNotWrite() throws IOException {
        Path dashboard = Files.createDirectory(folder.resolve("dashboard"));
        Files.writeString(dashboard.resolve("index.html"), "<html>Apache JMeter Dashboard</html>");
        Path run = Files.createDirectory(folder.resolve("run"));
        Files.writeString(run.resolve("run.json"), "{}");

        assertThat(report("--warmup", "1s", "--out", dashboard.toString())).isEqualTo(2);
        assertThat(text(err)).contains("index.html: is no page of busbench, so it stays; give another --out");
        assertThat(dashboard.resolve("index.html")).content().contains("JMeter Dashboard");
        assertThat(report("--warmup", "1s", "--out", run.toString())).isEqualTo(2);
        assertThat(text(err)).contains("run: is a run directory");
    }

    @Test
    void aMalformedRowIsBadInputInOneLineThatNamesFileLineAndValue() throws IOException {
        log = Files.writeString(folder.resolve("camel-cbr-500-c4.jtl"), """
                timeStamp,elapsed,responseCode,responseMessage,success
                1700000000000,7,200,"two
                lines",true
                1700000000001,fast,200,OK,true
                """);

        assertThat(report()).isEqualTo(2);
        assertThat(text(err).lines())
                .singleElement()
                .asString()
                .endsWith(log + ":4: has 'fast' where milliseconds must stand");
    }

    @Test
    void aBaselineThatNoFileIsOfIsBadInput() {
        assertThat(report("--warmup", "1s", "--baseline", "camel")).isEqualTo(2);

        assertThat(text(err)).contains("--baseline: the run has no adapter 'camel' to compare with");
    }

    @Test
    void mergesTheLogsOfOneTestAndThePageSaysSo() throws IOException {
        log = copyOfTheTest("camel-cbr-500-c4@1.jtl", 0);
        Path other = copyOfTheTest("camel-cbr-500-c4@2.jtl", 1);

        assertThat(report("--merge", other.toString(), "--warmup", "1s")).isZero();

        assertThat(folder.resolve("jtl-report/index.html"))
                .content()
                .contains("One test, merged from 2 files; percentiles from all samples.")
                .contains("<li>camel-cbr-500-c4@1.jtl: 4 users, 60 samples</li>")
                .contains("<li>camel-cbr-500-c4@2.jtl: 4 users, 60 samples</li>");
        assertThat(folder.resolve("jtl-report/trials.csv")).content().contains("camel,mediator,cbr,,500,8,closed");
    }

    @Test
    void aFolderStandsForTheLogsInIt() throws IOException {
        log = Files.createDirectories(folder.resolve("results/1"));
        for (int pod = 0; pod < 3; pod++) {
            Files.move(
                    copyOfTheTest("camel-cbr-500-c4@" + pod + ".jtl", pod),
                    log.resolve("camel-cbr-500-c4@" + pod + ".jtl"));
            Files.createDirectories(log.resolve("" + pod));
        }

        assertThat(report("--merge", "--warmup", "1s")).isZero();

        assertThat(log.resolve("jtl-report/trials.csv")).content().contains("camel,mediator,cbr,,500,12,closed");
    }

    @Test
    void aFolderWithoutALogIsNamed() throws IOException {
        log = Files.createDirectories(folder.resolve("nothing"));

        assertThat(report("--merge")).isEqualTo(2);
        assertThat(text(err)).contains(log + ": no JTL file lies in this folder");
    }

    @Test
    void aCopyOfALogIsNotMergedWithIt() throws IOException {
        log = copyOfTheTest("camel-cbr-500-c4@1.jtl", 0);
        Path copy = copyOfTheTest("camel-cbr-500-c4@2.jtl", 0);

        assertThat(report("--merge", copy.toString())).isEqualTo(2);

        assertThat(text(err).lines())
                .singleElement()
                .asString()
                .endsWith(copy + ": holds the same bytes as " + log
                        + ", and its samples would count twice: leave one of them out");
    }

    /** Six seconds of four threads, ten samples in each. */
    private Path copyOfTheTest(String name, int laterMillis) throws IOException {
        StringBuilder rows =
                new StringBuilder("timeStamp,elapsed,label,responseCode,responseMessage,success,allThreads\n");
        for (int sample = 0; sample < 60; sample++) {
            rows.append(1_700_000_000_010L + 100L * sample + laterMillis).append(",5,cbr,200,OK,true,4\n");
        }
        return Files.writeString(folder.resolve(name), rows);
    }

    private int report(String... options) {
        String[] arguments = new String[options.length + 2];
        arguments[0] = "report";
        arguments[1] = log.toString();
        System.arraycopy(options, 0, arguments, 2, options.length);
        return Busbench.execute(arguments);
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }
}
