package org.busbench.harness.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.busbench.common.ErrorClass;
import org.busbench.record.Latency;
import org.busbench.record.Trial.Second;
import org.busbench.record.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleLogTest {

    private static final String HEADER =
            "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,failureMessage,bytes,sentBytes,"
                    + "grpThreads,allThreads,Latency,Connect\n";
    private static final Window WINDOW = new Window(10_000, 13_000);

    @TempDir
    private Path folder;

    @Test
    void onlySamplesThatEndInsideTheWindowCount() throws IOException {
        Figures figures =
                figures(good(9_990, 9) + good(9_990, 10) + good(12_990, 9) + good(12_990, 10) + good(9_000, 999));

        assertThat(figures.verified()).isEqualTo(2);
        assertThat(figures.goodputPerSecond()).isEqualTo(2 / 3.0);
    }

    @Test
    void errorsAreCountedByKindAndNeverAsGoodput() throws IOException {
        Figures figures = figures(good(10_000, 5)
                + bad("Non HTTP response code: java.net.ConnectException", "refused")
                + bad("Non HTTP response code: java.net.SocketTimeoutException", "Read timed out")
                + bad("Non HTTP response code: org.apache.http.NoHttpResponseException", "failed to respond")
                + bad("Non HTTP response code: org.apache.http.ConnectionClosedException", "Premature end")
                + bad("500", "Internal Server Error")
                + bad("200", "OK")
                + bad("202", "Accepted"));

        assertThat(figures.verified()).isEqualTo(1);
        assertThat(figures.errors())
                .isEqualTo(Map.of(
                        ErrorClass.CONNECT, 1L,
                        ErrorClass.TIMEOUT, 1L,
                        ErrorClass.RESET, 1L,
                        ErrorClass.CUT, 1L,
                        ErrorClass.STATUS, 1L,
                        ErrorClass.ROUTE, 0L,
                        ErrorClass.FOREIGN, 0L,
                        ErrorClass.CONTENT, 2L));
        assertThat(figures.errorShare()).isEqualTo(7 / 8.0);
    }

    @Test
    void latencyIsThatOfVerifiedResponsesInMicrosecondsWithTheResolutionOfTheLog() throws IOException {
        StringBuilder rows = new StringBuilder();
        for (int millis = 1; millis <= 1000; millis++) {
            rows.append(good(10_500, millis));
        }
        rows.append("10500,1900,cbr,500,Error,t 1-1,false,,1,1,1,1,1,0\n");

        assertThat(figures(rows.toString()).latency())
                .isEqualTo(new Latency(1_000, 500_500.0, 500_000, 900_000, 950_000, 990_000, 999_000, 1_000_000));
    }

    @Test
    void withoutAVerifiedResponseThereIsNoLatency() throws IOException {
        Figures figures = figures(bad("500", "Error"));

        assertThat(figures.latency()).isNull();
        assertThat(figures.goodputPerSecond()).isZero();
    }

    @Test
    void aWindowWithoutAnySampleIsAllError() throws IOException {
        assertThat(figures("").errorShare()).isEqualTo(1.0);
    }

    @Test
    void theSeriesAddsUpToTheWindow() throws IOException {
        Path jtl = write(HEADER + good(10_000, 0) + good(11_000, 0) + good(11_999, 0) + good(13_001, 0));

        assertThat(new SampleLog(jtl).within(new Window(10_000, 13_002)).series())
                .containsExactly(
                        new Second(0, 1, 0, null, null),
                        new Second(1, 2, 0, null, null),
                        new Second(2, 1, 0, null, null));
    }

    @Test
    void aRestOfAQuarterOfASecondIsAnEntryOfItsOwn() {
        assertThat(new Window(0, 3_249).secondCount()).isEqualTo(3);
        assertThat(new Window(0, 3_250).secondCount()).isEqualTo(4);
        assertThat(new Window(0, 80).secondCount()).isEqualTo(1);
    }

    @Test
    void aRowThatWasBeingWrittenWhenTheInjectorDiedIsLeftOut() throws IOException {
        assertThat(figures(good(10_000, 5) + "10001,5,cbr,20").verified()).isEqualTo(1);
        assertThat(figures(good(10_000, 5) + "10001,5,cbr,200,\"OK").verified()).isEqualTo(1);
        assertThat(figures(good(10_000, 5) + "10001,5,cbr,200,\"OK\n").verified())
                .isEqualTo(1);
        assertThat(figures(good(10_000, 5) + good(10_001, 5).stripTrailing()).verified())
                .isEqualTo(1);
    }

    @Test
    void quotedFieldsMayHoldSeparatorsQuotesAndLineEnds() throws IOException {
        Figures figures = figures(
                "10000,5,cbr,200,OK,t 1-1,false,\"expected to contain \"\">a<\"\",\nbut did not\",1,1,1,1,1,0\r\n"
                        + good(10_001, 5));

        assertThat(figures.verified()).isEqualTo(1);
        assertThat(figures.errors()).containsEntry(ErrorClass.CONTENT, 1L);
        assertThat(figures.firstFailures().rows().get(0)).contains("expected to contain \">a<\",\nbut did not");
    }

    @Test
    void columnsAreFoundByTheirNames() throws IOException {
        Path jtl = write("success,responseMessage,responseCode,elapsed,timeStamp\ntrue,OK,200,7,10000\n");

        assertThat(new SampleLog(jtl).within(WINDOW).latency().max()).isEqualTo(7_000);
    }

    @Test
    void aMalformedRowIsAnErrorThatNamesIt() throws IOException {
        assertRefused("oops,5,cbr,200,OK,t,true,,1,1,1,1,1,0", ":3: has 'oops' where milliseconds since 1970");
        assertRefused("10000,-5,cbr,200,OK,t,true,,1,1,1,1,1,0", ":3: has '-5' where milliseconds must stand");
        assertRefused("10000,5,cbr,200,OK,t,yes,,1,1,1,1,1,0", ":3: has 'yes' where true or false must stand");
        assertRefused("10000,5,cbr,200,OK,t,true", ":3: has 7 fields, its header 14");
        assertRefused("10000,5,\"cbr\"x,200,OK,t,true,,1,1,1,1,1,0", ": is no CSV: ");
    }

    private void assertRefused(String row, String problem) throws IOException {
        Path jtl = write(HEADER + good(10_000, 5) + row + "\n");

        assertThatThrownBy(() -> new SampleLog(jtl).within(WINDOW))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(jtl + problem);
    }

    @Test
    void theFirstFailuresAreWrittenAsCsvThatCanBeRead() throws IOException {
        String row = "10000,5,cbr,200,OK,t 1-1,false,\"expected to contain \"\">a<\"\",\nbut did not\",1,1,1,1,1,0\n";
        Path file = folder.resolve("first-failures.csv");

        FirstFailures failures = figures(good(10_000, 5) + row).firstFailures();
        failures.writeTo(file);

        assertThat(failures.isEmpty()).isFalse();
        assertThat(file).hasContent(HEADER + row);
    }

    @Test
    void anEmptyLogIsAnError() throws IOException {
        Path jtl = write("");

        assertThatThrownBy(() -> new SampleLog(jtl).within(WINDOW))
                .hasMessage(jtl + ": is empty: JMeter wrote nothing");
    }

    @Test
    void theFirstFailuresAreKeptAndNoMoreThanTwenty() throws IOException {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            rows.append("10").append(String.format("%03d", i)).append(",5,cbr,500,Error,t,false,,1,1,1,1,1,0\n");
        }

        Figures figures = figures(rows.toString());

        assertThat(figures.firstFailures().rows()).hasSize(20);
        assertThat(figures.firstFailures().rows().get(0)).startsWith("10000", "5", "cbr", "500");
    }

    @Test
    void theCompressedLogReplacesThePlainOne() throws IOException {
        String content = HEADER + good(10_000, 5);
        Path jtl = write(content);
        Path target = folder.resolve("samples.jtl.gz");

        new SampleLog(jtl).compressTo(target);

        assertThat(jtl).doesNotExist();
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(target))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(content);
        }
    }

    @Test
    void aLongLogIsReadCompletely() throws IOException {
        String rows = good(10_100, 3).repeat(300_000);

        assertThat(figures(rows).verified()).isEqualTo(300_000);
    }

    private Figures figures(String rows) throws IOException {
        return new SampleLog(write(HEADER + rows)).within(WINDOW);
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("samples.jtl"), text);
    }

    private static String good(long start, long elapsed) {
        return start + "," + elapsed + ",cbr,200,OK,users 1-1,true,,900,800,20,20," + elapsed + ",0\n";
    }

    private static String bad(String code, String message) {
        return "10500,3," + "cbr," + code + "," + message + ",users 1-1,false,,0,0,20,20,0,0\n";
    }
}
