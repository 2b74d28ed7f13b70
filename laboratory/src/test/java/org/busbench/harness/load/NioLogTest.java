package org.busbench.harness.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.busbench.common.ErrorClass;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.record.Trial.Second;
import org.busbench.record.Window;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NioLogTest {

    private static final String JTL = "timeStamp,elapsed,label,responseCode,responseMessage,success\n";
    private static final long BASE = 1_763_770_000_123L;

    @TempDir
    private Path folder;

    private final StringBuilder errors = new StringBuilder("second-start-millis,class,count\n");
    private PrintStream out;
    private HistogramLogWriter log;

    @BeforeEach
    void begin() throws IOException {
        out = new PrintStream(Files.newOutputStream(folder.resolve("latency.hlog")), false, StandardCharsets.UTF_8);
        log = new HistogramLogWriter(out);
        log.outputLogFormatVersion();
        log.outputStartTime(BASE);
        log.outputBaseTime(BASE);
        log.setBaseTime(BASE);
        Files.writeString(folder.resolve("samples.jtl"), JTL);
    }

    @Test
    void onlyIntervalsBetweenTheTwoMarksCount() throws IOException {
        interval(0, 1000, 500_000);
        interval(1000, 1417, 500_000);
        interval(1417, 2417, 1_000_000, 3_000_000);
        interval(2417, 3420, 2_000_000);
        interval(3420, 4021, 4_000_000);
        interval(4021, 4100, 9_000_000);
        error(1000, "reset", 7);
        error(1417, "route", 1);
        error(3420, "foreign", 2);
        error(4021, "cut", 5);

        Figures figures = figures(new Window(BASE + 1417, BASE + 4021));

        assertThat(figures.verified()).isEqualTo(4);
        assertThat(figures.errors())
                .containsEntry(ErrorClass.ROUTE, 1L)
                .containsEntry(ErrorClass.FOREIGN, 2L)
                .containsEntry(ErrorClass.RESET, 0L)
                .containsEntry(ErrorClass.CUT, 0L)
                .hasSize(ErrorClass.values().length);
        assertThat(figures.histogram()).isEqualTo("latency.hlog");
        assertThat(figures.series())
                .extracting(Second::verified, Second::errors)
                .containsExactly(tuple(2L, 1L), tuple(1L, 0L), tuple(1L, 2L));
        assertThat(figures.series().get(0).p99Micros()).isEqualTo(micros(3_000_000));
        assertThat(figures.latency().max()).isEqualTo(micros(4_000_000));
        assertThat(figures.latency().min()).isLessThanOrEqualTo(1000).isGreaterThan(999);
        assertThat(figures.latency().mean()).isBetween(2_497.0, 2_503.0);
    }

    @Test
    void aRestOfLessThanAQuarterOfASecondBelongsToTheLastWholeOne() throws IOException {
        interval(0, 1000, 1_000_000);
        interval(1000, 2000, 1_000_000);
        interval(2000, 2003, 1_000_000);
        error(2000, "status", 1);

        assertThat(figures(new Window(BASE, BASE + 2003)).series())
                .extracting(Second::verified)
                .containsExactly(1L, 2L);
    }

    @Test
    void aWindowWithoutAnAnswerHasNoLatency() throws IOException {
        interval(0, 1000);
        error(0, "timeout", 3);

        Figures figures = figures(new Window(BASE, BASE + 1000));

        assertThat(figures.latency()).isNull();
        assertThat(figures.errorShare()).isEqualTo(1.0);
        assertThat(figures.series()).containsExactly(new Second(0, 0, 3, null, null));
        assertThat(figures.errors().entrySet().stream().filter(entry -> entry.getValue() > 0))
                .containsExactly(Map.entry(ErrorClass.TIMEOUT, 3L));
    }

    @Test
    void failuresAreKeptAndAnEmptyLogOfThemIsNot() throws IOException {
        interval(0, 1000, 1);
        assertThat(figures(new Window(BASE, BASE + 1000)).firstFailures().rows())
                .isEmpty();
        new NioLog(folder.resolve("samples.jtl")).pack();
        assertThat(folder.resolve("samples.jtl")).doesNotExist();
        assertThat(folder.resolve("failures.jtl.gz")).doesNotExist();

        Files.writeString(folder.resolve("samples.jtl"), JTL + BASE + ",3,cbr,500,Error,false\n");
        assertThat(figures(new Window(BASE, BASE + 1000)).firstFailures().rows())
                .containsExactly(List.of(Long.toString(BASE), "3", "cbr", "500", "Error", "false"));
        new NioLog(folder.resolve("samples.jtl")).pack();
        assertThat(folder.resolve("failures.jtl.gz")).isNotEmptyFile();
    }

    @Test
    void anErrorThatIsNoneIsNamedWithItsLine() throws IOException {
        interval(0, 1000, 1);
        error(0, "oops", 1);

        assertThatThrownBy(() -> figures(new Window(BASE, BASE + 1000)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("errors.csv has in line 2 '" + BASE + ",oops,1'");
    }

    private Figures figures(Window window) throws IOException {
        out.flush();
        Files.writeString(folder.resolve("errors.csv"), errors);
        return LoadLog.of(InjectorKind.NIO, folder.resolve("samples.jtl")).within(window);
    }

    private void interval(long from, long to, long... nanos) {
        Histogram interval = new Histogram(3);
        for (long value : nanos) {
            interval.recordValue(value);
        }
        interval.setTag("verified");
        interval.setStartTimeStamp(BASE + from);
        interval.setEndTimeStamp(BASE + to);
        log.outputIntervalHistogram(interval);
    }

    private void error(long from, String kind, long count) {
        errors.append(BASE + from)
                .append(',')
                .append(kind)
                .append(',')
                .append(count)
                .append('\n');
    }

    /** The upper edge of a value's step in a histogram of three digits. */
    private static double micros(long nanos) {
        return new Histogram(3600_000_000_000L, 3).highestEquivalentValue(nanos) / 1000.0;
    }
}
