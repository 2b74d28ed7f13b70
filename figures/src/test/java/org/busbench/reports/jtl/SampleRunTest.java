package org.busbench.reports.jtl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.busbench.record.Outcome;
import org.busbench.record.Processes;
import org.busbench.record.RunProblem;
import org.busbench.record.SampleSource;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Cell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SampleRunTest {
    private static final Set<String> SCENARIOS = Set.of("virtualization", "cbr", "xslt", "rest-json");

    private static final SampleOptions TWO_SECONDS = new SampleOptions(SCENARIOS, Map.of(), 2, 0);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "camel-cbr-500-c20.jtl,                camel,             cbr,            500,  20, -",
                "mule-3.9-default-xslt-10K-c8-b3.jtl,  mule-3.9-default,  xslt,           10K,  8,  3",
                "cbr.jtl,                              -,                 cbr,            -,    -,  -",
                "mule-4-c20.csv,                       mule-4,            -,              -,    20, -",
                "direct-virtualization-100K.jtl.gz,    direct,            virtualization, 100K, -,  -",
                "camel-headers-500-c20.jtl,            camel-headers,     -,              500,  20, -",
                "my-esb-rest-json-c20.jtl,             my-esb,            rest-json,      -,    20, -",
                "c20.jtl,                              -,                 -,              -,    20, -",
                "results.JTL,                          results,           -,              -,    -,  -",
            })
    void aNameSaysWhatItCan(
            String name, String adapter, String scenario, String payload, Integer clients, Integer block) {
        assertThat(Labels.ofName(Path.of("some", name), "", SCENARIOS))
                .isEqualTo(new Labels(adapter, scenario, payload, clients, block));
    }

    @Test
    void aPlainFileHasACellForEachLevelAtWhichTheLoadStoodStill() {
        Path file = new LogDraft()
                .change(10)
                .steady(10, 8, 50, 7)
                .change(20)
                .steady(20, 6, 90, 9)
                .change(20)
                .in(folder, "cbr.jtl");

        SampleRun found = SampleRun.read(List.of(file), TWO_SECONDS);

        assertThat(found.run().trials())
                .extracting(
                        Trial::adapter,
                        Trial::scenario,
                        Trial::payload,
                        Trial::concurrency,
                        trial -> trial.conditions().measuredSeconds(),
                        trial -> trial.result().goodputPerSecond())
                .containsExactly(
                        tuple("unnamed", "cbr", "unknown", 10, 6.0, 50.0),
                        tuple("unnamed", "cbr", "unknown", 20, 4.0, 90.0));
        assertThat(found.run().trials().get(1).result().latencyMicros().p99()).isEqualTo(9000);
        assertThat(found.run().remarks())
                .anyMatch(line -> line.contains("says no adapter"))
                .anyMatch(line -> line.contains("says no message size"));
    }

    @Test
    void filesOfOneCellAreItsRepeatsInTheOrderOfTime() {
        Path late = new LogDraft().pause(100).steady(4, 8, 80, 5).in(folder, "camel-cbr-500-c4-again.jtl");
        Path early = new LogDraft().steady(4, 8, 70, 5).in(folder, "camel-cbr-500-c4.jtl");

        SampleRun found = SampleRun.read(
                List.of(late, early),
                new SampleOptions(
                        SCENARIOS, Map.of("camel-cbr-500-c4-again.jtl", Labels.parse("camel,cbr,500,c4")), 2, 0));

        assertThat(found.run().trials())
                .extracting(Trial::block, trial -> trial.result().goodputPerSecond())
                .containsExactly(tuple(1, 70.0), tuple(2, 80.0));
        Cell cell = Analysis.of(found.run()).cells().get(0);
        assertThat(cell.goodputPerSecond()).isEqualTo(75);
        assertThat(cell.findings().goodput()).isPresent();
    }

    @Test
    void aRepeatThatSaysItsNumberHasItThoughAnEarlierOneSaysNone() {
        Path unsaid = new LogDraft().steady(4, 8, 70, 5).in(folder, "camel-cbr-500-c4.jtl");
        Path said = new LogDraft().pause(100).steady(4, 8, 80, 5).in(folder, "camel-cbr-500-c4-b1.jtl");

        assertThat(SampleRun.read(List.of(unsaid, said), TWO_SECONDS).run().trials())
                .extracting(Trial::block, trial -> trial.result().goodputPerSecond())
                .containsExactly(tuple(2, 70.0), tuple(1, 80.0));
    }

    @Test
    void aRepeatThatIsThereTwiceIsRefused() throws IOException {
        Path one = new LogDraft().steady(4, 8, 70, 5).in(folder, "camel-cbr-500-c4-b1.jtl");
        Path other = new LogDraft()
                .steady(4, 8, 80, 5)
                .in(Files.createDirectory(folder.resolve("again")), "camel-cbr-500-c4-b1.jtl");

        assertThatThrownBy(() -> SampleRun.read(List.of(one, other), TWO_SECONDS))
                .isInstanceOf(RunProblem.class)
                .hasMessageContaining("c4-b1.jtl: repeat 1 of camel, cbr, 500, 4 clients is there twice");
    }

    @Test
    void aStretchInWhichAllFailedHasNoFigureWhateverTheBound() {
        LogDraft log = new LogDraft();
        for (int second = 0; second < 8; second++) {
            log.row(10, 5, "cbr", "500", "Server Error", false, "", 4).pause(1);
        }
        Path file = log.in(folder, "camel-cbr-500-c4.jtl");

        assertThat(SampleRun.read(List.of(file), new SampleOptions(SCENARIOS, Map.of(), 2, 1))
                        .run()
                        .trials())
                .extracting(Trial::outcome, trial -> trial.result().reason())
                .containsExactly(
                        tuple(Outcome.NOT_SERVED, "all 4 samples failed; the first: line 5: 500 Server Error"));
    }

    @Test
    void whatALogDoesNotSayIsAbsent() {
        SampleRun found = read(new LogDraft().steady(4, 8, 50, 7), "camel-cbr-500-c4.jtl");

        Trial trial = found.run().trials().get(0);
        assertThat(trial.use().processes()).isEqualTo(Processes.NONE);
        assertThat(trial.use().machine()).isNull();
        assertThat(trial.proof().reconciliation()).isNull();
        assertThat(trial.evidenceFolder().path()).isNull();
        assertThat(found.run().info().environment()).isNull();
        assertThat(found.run().info().busbench()).isNull();
        assertThat(found.run().verifications()).isEmpty();
        Cell cell = Analysis.of(found.run()).cells().get(0);
        assertThat(cell.figures().orElseThrow().cpuMicrosPerMessage().mediator())
                .isNull();
        assertThat(cell.findings().goodput()).isEmpty();
    }

    @Test
    void errorsAreCountedByClassAndNeverAddedToGoodput() {
        LogDraft log = new LogDraft().steady(4, 4, 50, 7);
        log.row(10, 7, "cbr", "200", "OK", false, "route: backend-B answered", 4);
        log.row(11, 7, "cbr", "200", "OK", false, "content: the nonce is not in the answer", 4);
        log.row(12, 7, "cbr", "500", "Server Error", false, "status: 200 expected", 4);
        log.row(
                13,
                7,
                "cbr",
                "Non HTTP response code: java.net.SocketTimeoutException",
                "Read timed out",
                false,
                "",
                4);
        log.row(14, 7, "cbr", "Non HTTP response code: java.net.ConnectException", "refused", false, "", 4);
        log.steady(4, 4, 50, 7);

        Trial strict = read(log, "camel-cbr-500-c4.jtl").run().trials().get(0);
        SampleRun lenient = SampleRun.read(
                List.of(folder.resolve("camel-cbr-500-c4.jtl")), new SampleOptions(SCENARIOS, Map.of(), 2, 0.5));
        Trial allowed = lenient.run().trials().get(0);

        assertThat(strict.outcome()).isEqualTo(Outcome.NOT_SERVED);
        assertThat(strict.result().goodputPerSecond()).isNull();
        assertThat(strict.result().reason())
                .isEqualTo("5 of 255 samples failed, more than the bound of 0 % (rule 5); the first: line 202: route:"
                        + " backend-B answered");
        assertThat(allowed.result().goodputPerSecond()).isEqualTo(50);
        assertThat(allowed.result().errors().route()).isEqualTo(1);
        assertThat(allowed.result().errors().content()).isEqualTo(1);
        assertThat(allowed.result().errors().status()).isEqualTo(1);
        assertThat(allowed.result().errors().timeout()).isEqualTo(1);
        assertThat(allowed.result().errors().connect()).isEqualTo(1);
        assertThat(lenient.raw().errors(allowed).get("route")).containsExactly(0, 0, 1, 0, 0);
    }

    @Test
    void aSecondWithoutAnAnswerIsAStallWhenRequestsWereUnderWayAndAPauseWhenNot() {
        LogDraft stalled = new LogDraft().steady(4, 5, 50, 7).pause(3);
        stalled.end(5, 3010, 4).steady(4, 5, 50, 7);
        LogDraft paused = new LogDraft().steady(4, 6, 50, 7).pause(3).steady(4, 6, 60, 7);

        assertThat(read(stalled, "cbr.jtl").run().trials())
                .singleElement()
                .satisfies(trial -> assertThat(trial.result().series())
                        .extracting(Trial.Second::verified)
                        .containsExactly(50L, 50L, 50L, 0L, 0L, 0L, 51L, 50L, 50L, 50L));
        assertThat(read(paused, "xslt.jtl", Map.of("xslt.jtl", Labels.parse(",xslt")))
                        .run()
                        .trials())
                .extracting(Trial::block, trial -> trial.result().goodputPerSecond())
                .containsExactly(tuple(1, 50.0), tuple(2, 60.0));
    }

    @Test
    void aStretchInWhichNothingEndedIsNotServed() {
        LogDraft hung = new LogDraft().steady(4, 2, 50, 7).pause(3).end(5, 3010, 4);

        assertThat(read(hung, "camel-cbr-500-c4.jtl").run().trials())
                .extracting(
                        Trial::outcome,
                        trial -> trial.result().reason(),
                        trial -> trial.conditions().measuredSeconds())
                .containsExactly(tuple(Outcome.NOT_SERVED, "no sample ended in this stretch of load", 3.0));
    }

    @Test
    void eachLabelOfAFileThatNamesNoScenarioIsOne() {
        LogDraft log = new LogDraft();
        for (int i = 0; i < 8; i++) {
            log.row(10, 5, "\"order, new\"", "200", "OK", true, "", 3)
                    .row(20, 5, "pay", "200", "OK", true, "", 3)
                    .pause(1);
        }

        assertThat(read(log, "shop-500-c3.jtl").run().info().suite().scenarios())
                .containsExactly("order, new", "pay");
        assertThatThrownBy(() -> read(log, "shop-cbr-500-c3.jtl"))
                .isInstanceOf(RunProblem.class)
                .hasMessageContaining("shop-cbr-500-c3.jtl: its name or label says scenario 'cbr', but its rows have 2"
                        + " labels (order, new, pay)");
    }

    @Test
    void aLastRowThatIsCutOffIsLeftOutAndSaid() {
        SampleRun found = read(
                new LogDraft().steady(4, 8, 50, 7).raw("1700000008000,7,cbr,200,OK,users 1-1,te"),
                "camel-cbr-500-c4.jtl");

        assertThat(found.run().remarks())
                .containsExactly(
                        "camel-cbr-500-c4.jtl:402: the last row is cut off, as a killed JMeter leaves it; it was"
                                + " left out");
        assertThat(found.run().samples().orElseThrow().samples()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({"timeStamp", "elapsed", "responseCode", "success"})
    void aMissingColumnIsNamedWithItsFile(String column) throws IOException {
        Path file = new LogDraft().steady(4, 8, 50, 7).in(folder, "camel-cbr-500-c4.jtl");
        int at = List.of(LogDraft.HEADER.split(",")).indexOf(column);
        Files.write(
                file,
                Files.readAllLines(file).stream().map(line -> without(line, at)).toList());

        assertThatThrownBy(() -> SampleRun.read(List.of(file), TWO_SECONDS))
                .isInstanceOf(RunProblem.class)
                .hasMessageStartingWith(file + ": has no column '" + column + "'; its first line is ");
    }

    @Test
    void partsOfASampleWhoseRowsFollowItAreInOrder() throws IOException {
        Path file = new LogDraft()
                .steady(4, 80, 50, 7)
                .row(10, 75_000, "cbr", "200", "OK", true, "", 4)
                .row(10 - 70_000, 5000, "cbr-0", "301", "Moved", true, "", 9)
                .row(11, 70_000, "cbr-1", "200", "OK", true, "", 4)
                .steady(4, 8, 50, 7)
                .in(folder, "camel-500-c4.jtl");

        SampleRun found = SampleRun.read(List.of(file), TWO_SECONDS);

        assertThat(found.run().remarks()).noneMatch(remark -> remark.contains("clock"));
        assertThat(found.run().trials()).extracting(Trial::scenario).contains("cbr", "cbr-0", "cbr-1");
    }

    @Test
    void theWordsOfAnAnswerMayBeMissing() throws IOException {
        Path file = new LogDraft()
                .row(10, 7, "cbr", "500", "Error", false, "", 4)
                .steady(4, 8, 50, 7)
                .in(folder, "camel-cbr-500-c4.jtl");
        int at = List.of(LogDraft.HEADER.split(",")).indexOf("responseMessage");
        Files.write(
                file,
                Files.readAllLines(file).stream().map(line -> without(line, at)).toList());

        assertThat(SampleRun.read(List.of(file), TWO_SECONDS).run().trials())
                .extracting(trial -> trial.result().goodputPerSecond())
                .containsExactly(50.0);
    }

    @ParameterizedTest
    @CsvSource({
        "allThreads, camel-cbr-500.jtl, its name says no number of clients",
        "label,      camel-500-c4.jtl,  its name says no scenario",
    })
    void aColumnThatTheNameStandsForMayBeMissing(String column, String unsaid, String expected) throws IOException {
        Path file = new LogDraft().steady(4, 8, 50, 7).in(folder, unsaid);
        int at = List.of(LogDraft.HEADER.split(",")).indexOf(column);
        List<String> lines =
                Files.readAllLines(file).stream().map(line -> without(line, at)).toList();
        Files.write(file, lines);
        Path said = Files.write(folder.resolve("camel-cbr-500-c4.jtl"), lines);

        assertThatThrownBy(() -> SampleRun.read(List.of(file), TWO_SECONDS))
                .hasMessageContaining("has no column '" + column + "'")
                .hasMessageContaining(expected);
        assertThat(SampleRun.read(List.of(said), TWO_SECONDS).run().trials())
                .extracting(
                        Trial::scenario,
                        Trial::concurrency,
                        trial -> trial.result().goodputPerSecond())
                .containsExactly(tuple("cbr", 4, 50.0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                               | is empty: JMeter wrote nothing",
                "'timeStamp,elapsed'                              | ends within its header",
                "'<?xml version=\"1.0\"?>\n<testResults/>\n'      | is a JTL in XML, which is not read: have JMeter write CSV",
                "'<html>404</html>'                               | is XML or HTML and no log: give the log of samples",
                "'1700000000000,7,cbr,200,OK,u 1-1,text,true\n'   | has no column 'timeStamp'; its first line is 1700000000000,7,cbr",
                "'2026/11/27 10:00:00,7,cbr,200,OK,u 1-1,true\n'  | has no column 'timeStamp'; its first line is 2026/11/27 10:00:00,7,cbr,200,OK,u 1-1,true, which is no header",
                "'RUN\tquotes.Load\tload\t1700000000000\n'        | is a log of Gatling, which is not read",
                "'\0\0\0\0\u00063.14.3\0\0\0\u0099'               | is a log of Gatling, which is not read",
            })
    void whatIsNoLogIsRefusedInOneLine(String text, String expected) throws IOException {
        Path file = Files.writeString(folder.resolve("cbr.jtl"), text);

        assertThatThrownBy(() -> SampleRun.read(List.of(file), TWO_SECONDS))
                .isInstanceOf(RunProblem.class)
                .hasMessageStartingWith(file + ": " + expected)
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2023/11/14 22:13:20,7,cbr,200,OK,u,text,true,,1,1,4,4,x,1,0,0 | has '2023/11/14 22:13:20' where milliseconds since 1970",
                "1700000008000,x,cbr,200,OK,u,text,true,,1,1,4,4,x,1,0,0       | has 'x' where milliseconds must stand",
                "1700000008000,7,cbr,200,OK,u,text,yes,,1,1,4,4,x,1,0,0        | has 'yes' where true or false must stand",
                "1700000008000,7,cbr                                           | has 3 fields, its header 17",
                "1600000000000,7,cbr,200,OK,u,text,true,,1,1,4,4,x,1,0,0       | ended 100000007 s before a row above it",
                "1800000000000,7,cbr,200,OK,u,text,true,,1,1,4,4,x,1,0,0       | ended more than 48 h after the first row",
            })
    void aMalformedRowIsNamed(String row, String expected) {
        assertThatThrownBy(() -> read(new LogDraft().steady(4, 8, 50, 7).raw(row + "\n"), "camel-cbr-500-c4.jtl"))
                .isInstanceOf(RunProblem.class)
                .hasMessageContaining("camel-cbr-500-c4.jtl:402: " + expected)
                .hasMessageNotContaining("\n");
    }

    @Test
    void whatTheNameSaysMustNotContradictTheRows() {
        assertThatThrownBy(() -> read(new LogDraft().steady(4, 8, 50, 7), "camel-xslt-500-c4.jtl"))
                .hasMessageContaining("its name says scenario 'xslt', but its rows are labelled 'cbr'");
        LogDraft levels = new LogDraft().steady(4, 8, 50, 7).change(8).steady(8, 8, 50, 7);
        assertThatThrownBy(() -> read(levels, "camel-cbr-500-c20.jtl"))
                .hasMessageContaining("its name or label says 20 clients, its rows say 4, 8");
        assertThat(read(levels, "camel-cbr-500-c8.jtl").run().trials())
                .extracting(Trial::concurrency)
                .containsExactly(8);
    }

    @Test
    void theNameDecidesWhereThreadsDriveManyClientsEachAndThatIsSaid() {
        SampleRun found = read(new LogDraft().steady(2, 8, 50, 7), "camel-cbr-500-c32.jtl");

        assertThat(found.run().trials()).extracting(Trial::concurrency).containsExactly(32);
        assertThat(found.run().remarks()).singleElement().asString().contains("its rows say 2 threads");
    }

    @Test
    void aLoadThatNeverStandsStillHasNothingToMeasure() {
        assertThatThrownBy(() -> read(new LogDraft().steady(4, 2, 50, 7), "camel-cbr-500-c4.jtl"))
                .hasMessageContaining("there is no second left to measure: in its 1 s the load never stood still")
                .hasMessageContaining("warm-up of 2 s");
    }

    @Test
    void aLabelOfAFileThatIsNotThereIsRefused() {
        Map<String, Labels> labels = Map.of("camle.jtl", Labels.parse("camel"));

        assertThatThrownBy(() -> read(new LogDraft().steady(4, 8, 50, 7), "camel.jtl", labels))
                .isInstanceOf(RunProblem.class)
                .hasMessageStartingWith("--label camle.jtl=...: there is no such file among ");
        assertThatThrownBy(() -> Labels.parse("camel,cbr,500,20"))
                .hasMessageContaining("has '20' in place of clients, as in c20");
        assertThatThrownBy(() -> Labels.parse("a,b,c,c1,b1,x")).hasMessageContaining("more than five parts");
    }

    @Test
    void theSameFileTwiceIsNoRepeat() {
        Path file = new LogDraft().steady(4, 8, 50, 7).in(folder, "camel.jtl");

        assertThatThrownBy(() -> SampleRun.read(List.of(file, file), TWO_SECONDS))
                .hasMessageContaining("is named twice");
    }

    @Test
    void packedFilesJoinedFilesAndMarksOfEditorsAreRead() throws IOException {
        Path file = new LogDraft()
                .steady(4, 4, 50, 7)
                .raw(LogDraft.HEADER + "\r\n")
                .steady(4, 4, 50, 7)
                .in(folder, "camel-cbr-500-c4.jtl");
        Path packed = folder.resolve("camel-cbr-500-c4-b2.jtl.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(0xef);
            out.write(0xbb);
            out.write(0xbf);
            Files.copy(file, out);
        }

        assertThat(SampleRun.read(List.of(file, packed), TWO_SECONDS).run().trials())
                .extracting(Trial::block, trial -> trial.result().goodputPerSecond())
                .containsExactly(tuple(1, 50.0), tuple(2, 50.0));

        byte[] whole = Files.readAllBytes(packed);
        Files.write(packed, Arrays.copyOf(whole, whole.length - 9));
        assertThatThrownBy(() -> SampleRun.read(List.of(packed), TWO_SECONDS))
                .isInstanceOf(RunProblem.class)
                .hasMessage(packed + ": is cut or damaged, as gzip -t says: copy it again");
    }

    /** Think time stands in the transaction: it ended when its last sample did, not when its work would have fitted in. */
    @Test
    void aTransactionEndedAfterItsPauses() {
        LogDraft log = new LogDraft();
        for (int second = 0; second < 100; second++) {
            log.end(500, 100, 4).idle(700, 200, 70_000).pause(1);
        }

        assertThat(read(log, "camel-500-c4.jtl").run().trials())
                .extracting(
                        Trial::scenario,
                        trial -> trial.result().goodputPerSecond(),
                        trial -> trial.result().latencyMicros().p50())
                .containsExactly(tuple("cbr", 1.0, 100_000.0), tuple("order", 1.0, 200_000.0));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "SampleCount,ErrorCount,allThreads | 100,0,0 | is the sum of 100 samples, as JMeter writes with mode=Statistical",
                "SampleCount,ErrorCount,allThreads | 1,0,0   | is the sum of several samples",
                "SampleCount,ErrorCount,allThreads | 0,0,4   | is the sum of 0 samples",
                "allThreads                        | 0       | is the sum of several samples, as JMeter writes with mode=Statistical",
            })
    void aRowThatStandsForSeveralSamplesIsRefused(String columns, String values, String expected) throws IOException {
        Path file = Files.writeString(
                folder.resolve("camel-cbr-500-c20.jtl"),
                "timeStamp,elapsed,label,responseCode,responseMessage,success," + columns
                        + "\n1700000000000,33,cbr,,,true," + values + "\n");

        assertThatThrownBy(() -> SampleRun.read(List.of(file), TWO_SECONDS))
                .isInstanceOf(RunProblem.class)
                .hasMessageStartingWith(file + ":2: " + expected)
                .hasMessageNotContaining("\n");
    }

    @Test
    void aColumnThatCountsSamplesIsNoHarmWhereEachRowIsOne() throws IOException {
        Path file = new LogDraft().steady(4, 8, 50, 7).in(folder, "camel-cbr-500-c4.jtl");
        Files.write(
                file,
                Files.readAllLines(file).stream()
                        .map(line -> line + (line.equals(LogDraft.HEADER) ? ",SampleCount,ErrorCount" : ",1,0"))
                        .toList());

        assertThat(SampleRun.read(List.of(file), TWO_SECONDS).run().trials())
                .extracting(trial -> trial.result().goodputPerSecond())
                .containsExactly(50.0);
    }

    @Test
    void secondsThatCameTwiceBecauseTheClockWasSetBackAreLeftOutAndThatIsSaid() {
        LogDraft log = new LogDraft().steady(4, 30, 50, 7).pause(-20).steady(4, 40, 50, 7);

        SampleRun found = read(log, "camel-cbr-500-c4.jtl");

        assertThat(found.run().trials())
                .extracting(
                        trial -> trial.conditions().measuredSeconds(),
                        trial -> trial.result().goodputPerSecond())
                .containsExactly(tuple(8.0, 50.0), tuple(17.0, 50.0));
        assertThat(found.run().remarks())
                .singleElement()
                .asString()
                .startsWith(
                        "camel-cbr-500-c4.jtl: line 1502 and those below it ended up to 19 s before lines above: the"
                                + " clock was set back");
    }

    @Test
    void aClockThatIsSetBackByLessThanASecondIsToldByTheThreadsWhoseOrderItBreaks() {
        SampleRun found =
                read(new LogDraft().steady(4, 30, 50, 7).pause(-1).steady(4, 30, 50, 7), "camel-cbr-500-c4.jtl");

        assertThat(found.run().trials())
                .allSatisfy(
                        trial -> assertThat(trial.result().goodputPerSecond()).isEqualTo(50.0));
        assertThat(found.run().remarks())
                .singleElement()
                .asString()
                .startsWith("camel-cbr-500-c4.jtl: line 1502 and those below it ended up to 980 ms before lines above");
    }

    @Test
    void aLogThatCountsNoThreadsIsRefusedWhereItsNameSaysNoClients() {
        assertThatThrownBy(() -> read(new LogDraft().steady(0, 8, 50, 7), "camel-cbr-500.jtl"))
                .isInstanceOf(RunProblem.class)
                .hasMessageContaining("has 0 in its column 'allThreads', and its name says no number of clients");
    }

    @Test
    void timesInSecondsAreRefused() throws IOException {
        Path file = new LogDraft().steady(4, 30, 50, 7).in(folder, "camel-cbr-500-c4.jtl");
        Files.writeString(file, Files.readString(file).replaceAll("(?m)^(\\d{10})\\d{3}", "$1"));

        assertThatThrownBy(() -> SampleRun.read(List.of(file), TWO_SECONDS))
                .isInstanceOf(RunProblem.class)
                .hasMessageContaining("its last sample ended at 1970-01-20T")
                .hasMessageContaining("is perhaps in seconds");
    }

    @Test
    void anHourWithoutARequestIsToldWhereItCounts() {
        LogDraft log = new LogDraft().steady(4, 30, 50, 7).pause(3600).steady(4, 30, 50, 7);

        assertThat(read(log, "camel-cbr-500-c4.jtl").run().remarks())
                .singleElement()
                .asString()
                .startsWith("camel-cbr-500-c4.jtl: no request was under way in the 3599 s before"
                        + " 2023-11-14T23:13:49Z, which count, since its name or label says the clients");
        assertThat(read(log, "camel-cbr-500.jtl").run().remarks()).isEmpty();
    }

    @Test
    void aLogInWhichAllSecondsCameTwiceSaysWhyNothingIsLeft() {
        LogDraft log = new LogDraft().steady(4, 12, 50, 7).pause(-12).steady(4, 12, 50, 7);

        assertThatThrownBy(() -> read(log, "camel-cbr-500-c4.jtl"))
                .isInstanceOf(RunProblem.class)
                .hasMessageContaining("there is no second left to measure")
                .hasMessageContaining("line 602 and those below it ended up to 11 s before lines above");
    }

    /** A sample whose assertions took long is written late; the others beside it are not. */
    @Test
    void singleRowsThatAreWrittenLateAreCountedWhereTheyEnded() {
        LogDraft log = new LogDraft();
        for (int second = 0; second < 20; second++) {
            log.thread(1)
                    .end(100, 10, 4)
                    .end(200, 10, 4)
                    .thread(2)
                    .end(-4600, 10, 4)
                    .end(-4500, 10, 4)
                    .pause(1);
        }

        SampleRun found = read(log, "camel-cbr-500-c4.jtl");

        assertThat(found.run().remarks()).isEmpty();
        assertThat(found.run().trials()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"0", "7"})
    void failedRowsWithoutATimeAreErrorsOfTheTimeOfTheRowAbove(int elapsed) {
        String undated =
                "0," + elapsed + ",cbr,Non HTTP response code: java.net.MalformedURLException,no protocol,users 1-1"
                        + ",text,false,,0,0,4,4,null,0,0,0\n";
        LogDraft log =
                new LogDraft().raw(undated).steady(4, 5, 50, 7).raw(undated).steady(4, 4, 50, 7);
        Path file = log.in(folder, "camel-cbr-500-c4.jtl");

        Trial trial = SampleRun.read(List.of(file), new SampleOptions(SCENARIOS, Map.of(), 2, 0.5))
                .run()
                .trials()
                .get(0);

        assertThat(trial.result().errors().total()).isEqualTo(1);
        assertThat(trial.result().goodputPerSecond()).isEqualTo(50);
        assertThatThrownBy(() -> read(new LogDraft().raw(undated), "camel-cbr-500-c4.jtl"))
                .hasMessageContaining("none of its 1 samples has a time (timeStamp 0)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\t", ";", "|", "^", " "})
    void theDelimiterIsReadFromTheHeader(String delimiter) throws IOException {
        Path file = new LogDraft().steady(4, 8, 50, 7).in(folder, "camel-cbr-500-c4.jtl");
        Files.write(
                file,
                Files.readAllLines(file).stream()
                        .map(line -> line.replace("users 1-1", "\"users 1-1\"").replace(",", delimiter))
                        .toList());

        assertThat(SampleRun.read(List.of(file), TWO_SECONDS).run().trials())
                .extracting(trial -> trial.result().goodputPerSecond())
                .containsExactly(50.0);
    }

    @ParameterizedTest
    @CsvSource({"UTF-16LE, ''", "UTF-16BE, ''", "UTF-16LE, \ufeff", "UTF-16BE, \ufeff", "UTF-8, \ufeff", "UTF-8, ''"})
    void logsInUtf8AndUtf16AreRead(String charset, String mark) throws IOException {
        Path file = new LogDraft()
                .steady(4, 8, 50, 7)
                .row(10, 7, "gr\u00f6\u00dfe", "200", "OK", true, "", 4)
                .in(folder, "camel-500-c4.jtl");
        Files.writeString(file, mark + Files.readString(file), Charset.forName(charset));

        SampleRun found = SampleRun.read(List.of(file), TWO_SECONDS);

        assertThat(found.run().trials()).extracting(Trial::scenario).containsExactly("cbr");
        assertThat(found.run().samples().orElseThrow().samples()).isEqualTo(401);
    }

    @Test
    void aLogInAnotherEncodingIsRefused() throws IOException {
        Path file = new LogDraft()
                .row(10, 7, "gr\u00f6\u00dfe", "200", "OK", true, "", 4)
                .steady(4, 8, 50, 7)
                .in(folder, "camel-500-c4.jtl");
        Files.writeString(file, Files.readString(file), Charset.forName("windows-1252"));

        assertThatThrownBy(() -> SampleRun.read(List.of(file), TWO_SECONDS))
                .isInstanceOf(RunProblem.class)
                .hasMessageContaining("camel-500-c4.jtl: is not in UTF-8 somewhere behind line 1: convert it,")
                .hasMessageContaining("iconv -f WINDOWS-1252 -t UTF-8");
    }

    @ParameterizedTest
    @CsvSource({
        "bus/500B/results.jtl, camel/500B/results.jtl, camel/10K/results.jtl, bus-500B camel-500B camel",
        "a/bus/cbr-500-c4.jtl, a/camel/cbr-500-c4.jtl, a/mule/cbr-500-c4.jtl, bus camel mule",
        "bus-cbr-c4/all.jtl,   camel-cbr-c4/all.jtl,   mule-cbr-c4/all.jtl,   bus camel mule",
    })
    void filesOfOneNameAreToldApartByTheirFolders(String one, String two, String three, String adapters)
            throws IOException {
        List<Path> files = new ArrayList<>();
        for (String name : List.of(one, two, three)) {
            Path in = Files.createDirectories(folder.resolve(name).getParent());
            files.add(new LogDraft()
                    .steady(4, 8, 50, 7)
                    .in(in, Path.of(name).getFileName().toString()));
        }

        SampleRun found = SampleRun.read(files, TWO_SECONDS);

        assertThat(found.run().trials()).extracting(Trial::adapter).containsExactly(adapters.split(" "));
        assertThat(found.run().samples().orElseThrow().trials())
                .extracting(SampleSource.Origin::file)
                .doesNotHaveDuplicates();
    }

    @Test
    void filesOfOneNameThatSaysTheSameAreRepeatsAndThatIsSaid() throws IOException {
        Path one = new LogDraft().steady(4, 8, 70, 5).in(folder, "camel-cbr-500-c4.jtl");
        Path other = new LogDraft()
                .pause(100)
                .steady(4, 8, 80, 5)
                .in(Files.createDirectory(folder.resolve("again")), "camel-cbr-500-c4.jtl");

        SampleRun found = SampleRun.read(List.of(one, other), TWO_SECONDS);

        assertThat(found.run().trials()).extracting(Trial::block).containsExactly(1, 2);
        assertThat(found.run().remarks())
                .singleElement()
                .asString()
                .startsWith("camel-cbr-500-c4.jtl: 2 files have this name, which says the same of each");
    }

    private SampleRun read(LogDraft log, String name) {
        return read(log, name, Map.of());
    }

    private SampleRun read(LogDraft log, String name, Map<String, Labels> labels) {
        return SampleRun.read(List.of(log.in(folder, name)), new SampleOptions(SCENARIOS, labels, 2, 0));
    }

    private static String without(String line, int column) {
        String[] fields = line.split(",", -1);
        fields[column] = null;
        return String.join(
                ",", Arrays.stream(fields).filter(field -> field != null).toList());
    }
}
