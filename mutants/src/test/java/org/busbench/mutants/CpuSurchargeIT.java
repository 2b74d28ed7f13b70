package org.busbench.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The agent in JVMs of their own. */
class CpuSurchargeIT {

    @Test
    void addsItsShareOfTheCpuTimeOfAllOthers() throws IOException, InterruptedException {
        double percent = Double.parseDouble(output("20"));

        assertThat(percent).isCloseTo(20, Offset.offset(1.5));
    }

    @Test
    void saysWhatToWriteInsteadOfWhatIsNoShare() throws IOException, InterruptedException {
        assertThat(output("-5")).contains("=-5: write how many percent of CPU time to add, such as =10");
    }

    private static String output(String percent) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-javaagent:" + agent() + "=" + percent,
                        "-cp",
                        Path.of("target", "test-classes").toString(),
                        Busy.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        return said;
    }

    private static Path agent() throws IOException {
        try (Stream<Path> jars = Files.list(Path.of("target", "mutants", "lib"))) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith("busbench-mutants"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Works for a second of its own CPU time; prints how many percent of that of all other threads the surcharge took. */
    static final class Busy {
        private static final String SURCHARGE = "cpu-surcharge";

        private Busy() {}

        public static void main(String[] args) {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            while (threads.getCurrentThreadCpuTime() < 1_000_000_000L) {
                Thread.onSpinWait();
            }
            long own = 0;
            for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
                if (thread.getThreadName().equals(SURCHARGE)) {
                    own = threads.getThreadCpuTime(thread.getThreadId());
                }
            }
            OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            System.out.println(100.0 * own / (process.getProcessCpuTime() - own));
        }
    }
}
