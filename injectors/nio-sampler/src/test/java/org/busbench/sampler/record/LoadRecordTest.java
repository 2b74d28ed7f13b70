package org.busbench.sampler.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.busbench.common.ErrorClass;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadRecordTest {
    /** The library's reader cuts off fractions of its doubles, and so may read a time as 1 ms less than was written. */
    private static final long READ = 1;

    @TempDir
    private Path folder;

    @AfterEach
    void closeWhatIsOpen() {
        if (LoadRecord.current() != null) {
            LoadRecord.current().close();
        }
    }

    @Test
    void aMarkPartsWhatWasCountedBeforeFromWhatIsCountedAfter() throws IOException {
        long mark;
        try (LoadRecord record = LoadRecord.open(folder, Evidence.none())) {
            LoopTally one = record.newTally();
            LoopTally other = record.newTally();
            one.verified(1_000);
            other.verified(2_000);
            other.failed(ErrorClass.CUT);
            mark = record.mark();
            one.verified(3_000_000);
            one.failed(ErrorClass.ROUTE);
            other.failed(ErrorClass.ROUTE);
            one.failed(ErrorClass.CUT);
        }

        List<Histogram> before =
                intervals().stream().filter(h -> h.getEndTimeStamp() <= mark).toList();
        List<Histogram> after = intervals().stream()
                .filter(h -> h.getStartTimeStamp() >= mark - READ)
                .toList();
        assertThat(before.size() + after.size()).isEqualTo(intervals().size());
        assertThat(before.stream().mapToLong(Histogram::getTotalCount).sum()).isEqualTo(2);
        assertThat(before.get(0).getMinValue()).isEqualTo(1_000);
        assertThat(after.stream().mapToLong(Histogram::getTotalCount).sum()).isEqualTo(1);
        assertThat(after.stream().mapToLong(Histogram::getMaxValue).max().orElse(0))
                .isCloseTo(3_000_000, org.assertj.core.api.Assertions.withinPercentage(1));
        assertThat(errors(0, mark)).isEqualTo(Map.of("cut", 1L));
        assertThat(errors(mark, Long.MAX_VALUE)).isEqualTo(Map.of("route", 2L, "cut", 1L));
    }

    @Test
    void intervalsFollowEachOtherWithoutGapAndAreTagged() throws IOException, InterruptedException {
        try (LoadRecord record = LoadRecord.open(folder, Evidence.none())) {
            record.newTally().verified(1);
            Thread.sleep(1_100);
            record.mark();
            record.mark();
        }

        List<Histogram> intervals = intervals();
        assertThat(intervals)
                .hasSizeGreaterThanOrEqualTo(4)
                .allMatch(h -> h.getTag().equals("verified"));
        for (int i = 1; i < intervals.size(); i++) {
            assertThat(intervals.get(i).getStartTimeStamp())
                    .isCloseTo(intervals.get(i - 1).getEndTimeStamp(), within(READ));
        }
        assertThat(intervals.stream().mapToLong(Histogram::getTotalCount).sum()).isEqualTo(1);
    }

    @Test
    void totalsAddUpOverAllLoops() throws IOException {
        try (LoadRecord record = LoadRecord.open(null, Evidence.none())) {
            LoopTally one = record.newTally();
            LoopTally other = record.newTally();
            for (int i = 0; i < 10; i++) {
                (i % 2 == 0 ? one : other).sent();
            }
            for (ErrorClass error : ErrorClass.values()) {
                other.failed(error);
            }
            one.verified(5);
            other.unfinished();
            one.unsent(7);

            Totals totals = record.totals();

            assertThat(totals.sent()).isEqualTo(totals.verified() + totals.failed() + totals.unfinished());
            assertThat(totals.unsent()).isEqualTo(7);
            assertThat(totals.errors())
                    .hasSize(8)
                    .allSatisfy((error, count) -> assertThat(count).isEqualTo(1));
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void anOlderLogIsNeverOverwritten() throws IOException {
        Path older = Files.writeString(folder.resolve("latency.hlog"), "older");

        assertThatThrownBy(() -> LoadRecord.open(folder, Evidence.none()))
                .hasMessageContaining("latency.hlog exists already");

        assertThat(older).hasContent("older");
        assertThat(LoadRecord.current()).isNull();
    }

    @Test
    void oneLoadAtATimeIsRecorded() throws IOException {
        try (LoadRecord record = LoadRecord.open(null, Evidence.none())) {
            assertThat(LoadRecord.current()).isSameAs(record);
            assertThatThrownBy(() -> LoadRecord.open(null, Evidence.none())).hasMessageContaining("a load is running");
        }
        assertThat(LoadRecord.current()).isNull();
    }

    @Test
    void aValueBeyondTheHistogramCountsAsTheHighest() throws IOException {
        try (LoadRecord record = LoadRecord.open(folder, Evidence.none())) {
            LoopTally tally = record.newTally();
            tally.verified(Long.MAX_VALUE);
            tally.verified(-5);
        }
        assertThat(intervals().stream().mapToLong(Histogram::getTotalCount).sum())
                .isEqualTo(2);
    }

    private List<Histogram> intervals() throws IOException {
        List<Histogram> intervals = new ArrayList<>();
        try (HistogramLogReader reader =
                new HistogramLogReader(folder.resolve("latency.hlog").toFile())) {
            for (EncodableHistogram next = reader.nextIntervalHistogram();
                    next != null;
                    next = reader.nextIntervalHistogram()) {
                intervals.add((Histogram) next);
            }
        }
        return intervals;
    }

    private Map<String, Long> errors(long fromMillis, long toMillis) throws IOException {
        Map<String, Long> errors = new java.util.TreeMap<>();
        List<String> lines = Files.readAllLines(folder.resolve("errors.csv"));
        assertThat(lines.get(0)).isEqualTo("second-start-millis,class,count");
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",", -1);
            long start = Long.parseLong(fields[0]);
            if (start >= fromMillis && start < toMillis) {
                errors.merge(fields[1], Long.parseLong(fields[2]), Long::sum);
            }
        }
        return errors;
    }
}
