package org.busbench.harness.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.busbench.common.ErrorClass;
import org.busbench.harness.load.Figures;
import org.busbench.harness.load.NioLog;
import org.busbench.record.Trial.Second;
import org.busbench.record.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two injectors in a window of two seconds: the near one with 990 answers of 1 ms in each second, the far one, whose clock is 5 s
 * ahead, with 10 answers of 100 ms in each.
 */
class MergedLogTest {
    private static final long START = 1_795_254_000_000L;
    private static final Window COMMON = new Window(START, START + 2000);
    private static final long AHEAD = 5000;
    private static final String HEADER = "timeStamp,elapsed,label,responseCode,responseMessage,success\n";

    @TempDir
    private Path folder;

    /** In each second; one more second of warm-up before, with answers of 900 ms, which are far from all others. */
    private MergedLog.Part part(String name, long ahead, int answers, int millis, int late) throws IOException {
        Path own = Files.createDirectories(folder.resolve(name));
        long start = START + ahead + late;
        try (PrintStream out = new PrintStream(own.resolve("latency.hlog").toFile(), StandardCharsets.UTF_8)) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputLogFormatVersion();
            log.outputStartTime(start - 1000);
            log.outputBaseTime(start - 1000);
            log.setBaseTime(start - 1000);
            log.outputLegend();
            for (int second = -1; second < 2; second++) {
                Histogram interval = new Histogram(3);
                interval.setTag("verified");
                interval.setStartTimeStamp(start + second * 1000L);
                interval.setEndTimeStamp(start + second * 1000L + 1000);
                interval.recordValueWithCount((second < 0 ? 900 : millis) * 1_000_000L, answers);
                log.outputIntervalHistogram(interval);
            }
        }
        Files.writeString(
                own.resolve("errors.csv"), "second-start-millis,class,count\n" + (start + 1000) + ",timeout,3\n");
        Files.writeString(
                own.resolve("failures.jtl"), HEADER + (start + 1500) + ",20000,cbr,500,late " + name + ",false\n");
        return new MergedLog.Part(own, new Window(start, start + 2000), new ClockDifference(ahead * 1000 + 120, 300));
    }

    private Figures merged(MergedLog.Part... parts) throws IOException {
        Path samples = Files.createDirectories(folder.resolve("merged")).resolve("samples.jtl");
        MergedLog.write(List.of(parts), COMMON, samples);
        return new NioLog(samples).within(COMMON);
    }

    @Test
    void samplesAreAddedAndPercentilesComputedFromTheSum() throws IOException {
        Figures near = merged(part("near", 0, 990, 1, 0));
        Figures far = merged(part("far", AHEAD, 10, 100, 0));
        Figures both = merged(part("near", 0, 990, 1, 0), part("far", AHEAD, 10, 100, 0));

        assertThat(both.verified()).isEqualTo(near.verified() + far.verified()).isEqualTo(2000);
        assertThat(both.goodputPerSecond()).isEqualTo(1000);
        assertThat(near.latency().p99()).isCloseTo(1_000, within(2.0));
        assertThat(far.latency().p99()).isCloseTo(100_000, within(200.0));
        assertThat(both.latency().p99())
                .as("one answer in a hundred took longer; the mean of the two p99 would be 50 ms")
                .isCloseTo(1_000, within(2.0));
        assertThat(both.latency().p999()).isCloseTo(100_000, within(200.0));
        assertThat(both.latency().max()).isCloseTo(100_000, within(200.0));
        assertThat(both.latency().mean()).isCloseTo(0.99 * 1_000 + 0.01 * 100_000, within(20.0));
        assertThat(both.latency().p999()).isLessThanOrEqualTo(both.latency().max());
    }

    @Test
    void secondsErrorsAndFailuresStandOnOneClock() throws IOException {
        Figures both = merged(part("near", 0, 990, 1, 0), part("far", AHEAD, 10, 100, 0));

        assertThat(both.series()).extracting(Second::verified).containsExactly(1000L, 1000L);
        assertThat(both.series()).extracting(Second::errors).containsExactly(0L, 6L);
        assertThat(both.errors()).containsEntry(ErrorClass.TIMEOUT, 6L);
        assertThat(Files.readAllLines(folder.resolve("merged/samples.jtl")))
                .hasSize(3)
                .contains((START + 1500) + ",20000,cbr,500,late near,false")
                .contains((START + 1500) + ",20000,cbr,500,late far,false");
    }

    @Test
    void anInjectorThatOpenedItsWindowSomeMillisecondsLaterLosesAndGainsNothing() throws IOException {
        Figures both = merged(part("near", 0, 990, 1, 0), part("far", AHEAD, 10, 100, -8));

        assertThat(both.verified()).isEqualTo(2000);
        assertThat(both.latency().max()).as("nothing of the warm-up").isCloseTo(100_000, within(200.0));
    }

    @Test
    void anInjectorThatWroteNoLogIsNoInjectorWithoutAnswers() throws IOException {
        MergedLog.Part near = part("near", 0, 990, 1, 0);
        MergedLog.Part far = part("far", AHEAD, 10, 100, 0);
        Files.delete(far.folder().resolve("latency.hlog"));

        assertThatThrownBy(() -> merged(near, far))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("latency.hlog");
    }
}
