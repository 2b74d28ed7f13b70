package org.busbench.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.busbench.harness.measure.Cost.ProcessCost;
import org.busbench.harness.measure.Meter.CpuMicros;
import org.busbench.harness.measure.Meter.ProcessReading;
import org.busbench.harness.measure.Meter.Reading;
import org.busbench.record.ProcessUse;
import org.junit.jupiter.api.Test;

class MeterIT {

    private static final long TICK_NANOS = 20_000_000;

    private final Meter meter = new Meter();

    @Test
    void theCpuTimeOfThisProcessIsThatWhichTheJvmKnows() {
        Map<ProcessRole, CostSource> self = Map.of(
                ProcessRole.INJECTOR,
                new CostSource.Tree(ProcessHandle.current().pid()));
        Reading start = meter.read(self);
        long cpuBefore = ownCpuNanos();
        burn(400);
        long cpuAfter = ownCpuNanos();
        Cost cost = meter.between(start, meter.read(self));

        ProcessCost own = cost.processes().get(ProcessRole.INJECTOR);
        // The two pairs of readings are not taken at the same instants, and the kernel counts in ticks.
        assertThat(own.userMicros() + own.systemMicros())
                .isCloseTo((cpuAfter - cpuBefore) / 1000, within(250_000L))
                .isPositive();
        assertThat(own.rssBytes()).isGreaterThan(10_000_000);
        assertThat(own.threads()).isGreaterThan(3);
        assertThat(cost.machine().busyShare()).isBetween(0.01, 1.0);
    }

    /** The JVM's own reading of the same clock, before and after, encloses the meter's but for its ticks. */
    @Test
    void theExactClockCountsInNanoseconds() {
        long pid = ProcessHandle.current().pid();
        OperatingSystemMXBean jvm = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        burn(30);

        long before = jvm.getProcessCpuTime();
        long between = CpuClock.nanos(pid).orElseThrow();
        long after = jvm.getProcessCpuTime();

        // The JVM's reading comes in ticks.
        assertThat(between).isBetween(before - TICK_NANOS, after + TICK_NANOS);
        assertThat(between % 1_000_000).isNotZero();
    }

    @Test
    void aProcessThatIsGoneHasNoClock() throws IOException, InterruptedException {
        Process child = new ProcessBuilder("sleep", "60").start();
        child.destroyForcibly().waitFor();

        assertThat(CpuClock.nanos(child.pid())).isEmpty();
    }

    @Test
    void theExactSumIsPartedAsTheTicksAre() {
        ProcessReading then =
                new ProcessReading(OptionalLong.of(1_000_000), 0, OptionalLong.empty(), 10_000, 20_000, 1, 1, null);
        ProcessReading now =
                new ProcessReading(OptionalLong.of(41_000_000), 0, OptionalLong.empty(), 30_000, 40_000, 1, 1, null);

        assertThat(now.since(then)).isEqualTo(new CpuMicros(20_000, 20_000));
        assertThat(then.at(OptionalLong.of(1_234_000)).since(then)).isEqualTo(new CpuMicros(234, 0));
        assertThat(now.at(OptionalLong.empty()).since(then)).isEqualTo(new CpuMicros(20_000, 20_000));
    }

    @Test
    void childrenCountWithTheirParent() throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-c", "while :; do :; done & while :; do :; done").start();
        try {
            waitForChild(shell);
            Map<ProcessRole, CostSource> pids = Map.of(ProcessRole.MEDIATOR, new CostSource.Tree(shell.pid()));
            Reading start = meter.read(pids);
            assertThat(start.processes().get(ProcessRole.MEDIATOR)).hasSize(2);
            TimeUnit.MILLISECONDS.sleep(300);
            ProcessCost cost =
                    meter.between(start, meter.read(pids)).processes().get(ProcessRole.MEDIATOR);
            assertThat(cost.threads()).isEqualTo(2);
            assertThat(cost.userMicros()).isPositive();
        } finally {
            List<ProcessHandle> children = shell.descendants().toList();
            shell.destroyForcibly().waitFor();
            children.forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void theKernelTellsHowOftenAMediatorWaitedAndTouchedANewPage() throws IOException, InterruptedException {
        String growing = "while read line; do kept=$kept$(head -c 100000 /dev/zero | tr '\\0' a); echo done; done";
        Process reader = new ProcessBuilder("sh", "-c", growing).start();
        Map<ProcessRole, CostSource> pids = Map.of(ProcessRole.MEDIATOR, new CostSource.Tree(reader.pid()));
        try (BufferedWriter in = reader.outputWriter()) {
            Reading start = meter.read(pids);
            for (int i = 0; i < 20; i++) {
                in.write("next\n");
                in.flush();
                assertThat(reader.inputReader().readLine()).isEqualTo("done");
            }
            ProcessUse.Events events = meter.between(start, meter.read(pids))
                    .processes()
                    .get(ProcessRole.MEDIATOR)
                    .events();

            assertThat(events.voluntarySwitches()).isGreaterThanOrEqualTo(20);
            assertThat(events.involuntarySwitches()).isNotNegative();
            assertThat(events.readWriteCalls()).isGreaterThanOrEqualTo(40);
            assertThat(events.minorFaults()).isGreaterThanOrEqualTo(20);
        } finally {
            reader.destroyForcibly().waitFor();
        }
    }

    @Test
    void aProcessThatIsGoneHasNoCost() throws IOException, InterruptedException {
        Process child = new ProcessBuilder("sleep", "60").start();
        Map<ProcessRole, CostSource> pids = Map.of(ProcessRole.MEDIATOR, new CostSource.Tree(child.pid()));
        Reading start = meter.read(pids);
        child.destroyForcibly().waitFor();

        assertThat(meter.between(start, meter.read(pids)).processes()).isEmpty();
    }

    private static void waitForChild(Process parent) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (parent.descendants().findAny().isEmpty()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private static long ownCpuNanos() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
    }

    private static void burn(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
