package org.busbench.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.busbench.harness.measure.Cost.GcCost;
import org.busbench.harness.measure.Meter.GcReading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class GcReadingIT {

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @Test
    void theCountersOfThisProcessAreThoseThatTheJvmKnows() {
        long pid = ProcessHandle.current().pid();
        GcReading before = GcReading.of(pid).orElseThrow();
        long countBefore = ownCollections();
        System.gc();
        System.gc();
        GcReading after = GcReading.of(pid).orElseThrow();

        // Whatever else is collected meanwhile is seen by both, but not at the same instant.
        assertThat(after.since(before).collections())
                .isCloseTo(ownCollections() - countBefore, within(2L))
                .isGreaterThanOrEqualTo(2);
        assertThat(after.since(before).pauseMillis()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseParallelGC", "-XX:+UseG1GC", "-XX:+UseZGC", "-XX:+UseSerialGC"})
    void everyCollectorOfAnotherProcessIsRead(String collector) throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        JAVA,
                        collector,
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Litterer.class.getName())
                .start();
        try {
            assertThat(child.inputReader().readLine()).isEqualTo("begun");
            GcReading before = GcReading.of(child.pid()).orElseThrow();
            while (GcReading.of(child.pid()).orElseThrow().since(before).collections() < 3) {
                assertThat(child.isAlive()).isTrue();
                TimeUnit.MILLISECONDS.sleep(20);
            }
            GcCost cost = GcReading.of(child.pid()).orElseThrow().since(before);

            assertThat(cost.pauseMillis()).isPositive();
            if (collector.contains("Serial")) {
                assertThat(cost.cpuMicros()).isNull();
            } else {
                assertThat(cost.cpuMicros()).isPositive();
            }
        } finally {
            child.destroyForcibly().waitFor();
        }
    }

    @Test
    void whatIsNoJvmHasNoReading() throws IOException, InterruptedException {
        Process child = new ProcessBuilder("sleep", "60").start();
        try {
            assertThat(GcReading.of(child.pid())).isEmpty();
        } finally {
            child.destroyForcibly().waitFor();
        }
        assertThat(PerfData.parse(new byte[0])).isEmpty();
        assertThat(PerfData.parse(new byte[32_768])).isEmpty();
    }

    @Test
    void twoJvmsOfOneMediatorAddUp() {
        GcCost one = new GcCost(1, 2.0, 3L);

        assertThat(one.and(new GcCost(10, 20.0, 30L))).isEqualTo(new GcCost(11, 22.0, 33L));
        assertThat(one.and(new GcCost(10, 20.0, null))).isEqualTo(new GcCost(11, 22.0, null));
    }

    private static long ownCollections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }
}
