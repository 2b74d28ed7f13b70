package org.busbench.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.busbench.record.RampSeries.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RampSeriesTest {
    private static final long EPOCH = 1_700_000_000_000L;
    private static final int TO = 2_000;
    private static final double SECONDS = 20;

    @Test
    void anInjectorThatKeepsUpHoldsTheWholeRamp() {
        RampFigures figures = series(LongUnaryOperator.identity()).figures();
        assertThat(figures.held()).isEqualTo(TO);
        assertThat(figures.deviation()).isLessThan(0.001);
        assertThat(figures.peak()).isCloseTo(1_950, within(10.0));
        assertThat(figures.dips()).isZero();
        assertThat(figures.beginMillis()).isCloseTo(EPOCH, within(5L));
    }

    @Test
    void anInjectorThatStopsAtARateIsHeldToIt() {
        RampFigures figures = capped(1_100).figures();
        assertThat(figures.held()).isCloseTo(1_100, within(60.0));
        assertThat(figures.peak()).isCloseTo(1_100, within(20.0));
        assertThat(figures.deviation()).isGreaterThan(0.15);
        assertThat(figures.mostWaiting()).isCloseTo(4_050, within(200L));
    }

    @Test
    void aPauseAfterWhichAllIsCaughtUpIsADip() {
        RampFigures figures = series(millis -> millis > 10_000 && millis < 10_800 ? 10_000 : millis)
                .figures();
        assertThat(figures.held()).isEqualTo(TO);
        assertThat(figures.dips()).isOne();
    }

    @Test
    void anInjectorThatBeginsItsClockLateIsHeldToTheSameSchedule() {
        RampFigures figures = series(millis -> Math.max(0, millis - 1_000)).figures();
        assertThat(figures.held()).isEqualTo(TO);
        assertThat(figures.beginMillis()).isCloseTo(EPOCH + 1_000, within(5L));
    }

    /** Gatling's way: the requests of a second come evenly. */
    @Test
    void anInjectorThatLeadsWithinASecondKeepsUp() {
        RampFigures figures = rows(millis -> {
                    long second = millis / 1_000;
                    long next = due((double) (second + 1));
                    return due((double) second) + (next - due((double) second)) * (millis % 1_000) / 1_000;
                })
                .figures();
        assertThat(figures.held()).isEqualTo(TO);
        assertThat(figures.dips()).isZero();
        assertThat(figures.beginMillis()).isCloseTo(EPOCH, within(40L));
    }

    @Test
    void costsAreDividedByWhatWasAnswered() {
        RampFigures figures = series(LongUnaryOperator.identity()).figures();
        assertThat(figures.cpuMicros()).isCloseTo(25, within(0.2));
        assertThat(figures.callMicros()).isCloseTo(80, within(0.2));
        assertThat(figures.cores()).isCloseTo(25e-6 * 1_750, within(0.002));
        assertThat(figures.otherCores()).isCloseTo(0.5 - 35e-6 * 1_750, within(0.003));
        assertThat(figures.served()).isGreaterThanOrEqualTo(figures.verified());
    }

    @Test
    void aRowThatWasCutOffIsLeftOutAndOneOfAnotherFormIsNamed(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("injector.csv");
        Files.writeString(log, "head\n1,2,3,4,5,6,7,8,9,10,11,12\n12,1");
        assertThat(RampSeries.rows(log)).containsExactly(new Row(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
        Files.writeString(log, "head\n1,2\n");
        assertThatThrownBy(() -> RampSeries.rows(log)).hasMessage("injector.csv:2: has 2 columns, not 12");
        Files.writeString(log, "head\n1,2,3,4,5,6,7,8,9,10,11,x\n");
        assertThatThrownBy(() -> RampSeries.rows(log)).hasMessage("injector.csv:2: holds no whole numbers");
    }

    private static RampSeries capped(double cap) {
        double at = (cap - 1) * SECONDS / (TO - 1);
        return rows(millis -> {
            double second = millis / 1000.0;
            return second <= at ? due(second) : due(at) + (long) ((second - at) * cap);
        });
    }

    /** One whose answers are those of the schedule at another instant. */
    private static RampSeries series(LongUnaryOperator instant) {
        return rows(millis -> due(instant.applyAsLong(millis) / 1000.0));
    }

    private static RampSeries rows(LongUnaryOperator answered) {
        List<Row> injector = new ArrayList<>();
        List<Row> server = new ArrayList<>();
        long sum = 0;
        for (long millis = 0; millis <= 23_000; millis += 200) {
            sum = Math.max(sum, answered.applyAsLong(millis));
            injector.add(new Row(EPOCH + millis, sum, sum, 0, 0, sum * 80, 10, 0, 0, sum * 25, 0, 500 * millis));
            server.add(new Row(EPOCH + millis + 20, sum, sum, 0, 0, sum, 5, 0, 0, sum * 10, 0, 0));
        }
        return new RampSeries(TO, SECONDS, injector, server);
    }

    private static long due(double second) {
        double at = Math.max(0, Math.min(SECONDS, second));
        return (long) (at + (TO - 1) / (2 * SECONDS) * at * at);
    }
}
