package org.busbench.mutants;

import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;

/**
 * Makes any JVM dearer by a share that is known: {@code -javaagent:JAR=10} has a thread burn 10 % of the CPU time that all others take. So a
 * duel of a mediator with itself has a difference whose size is no estimate.
 *
 * <p>The thread looks every 4 ms and works off what it owes; what it takes to look counts, too.
 */
public final class CpuSurcharge {
    private static final long LOOK_MILLIS = 4;

    private CpuSurcharge() {}

    /**
     * The JVM calls this before {@code main}.
     *
     * @param percent what to add to the CPU time of all other threads, such as {@code 10}
     * @throws IllegalArgumentException when that is no number of 0 or more
     */
    public static void premain(String percent, Instrumentation ignored) {
        double share = share(percent);
        Thread thread = new Thread(() -> burn(share), "cpu-surcharge");
        thread.setDaemon(true);
        thread.start();
    }

    private static double share(String percent) {
        try {
            double share = Double.parseDouble(percent) / 100;
            if (share >= 0 && share < Double.POSITIVE_INFINITY) {
                return share;
            }
        } catch (NullPointerException | NumberFormatException e) {
            throw new IllegalArgumentException(refusal(percent), e);
        }
        throw new IllegalArgumentException(refusal(percent));
    }

    private static String refusal(String percent) {
        return "-javaagent:JAR=" + percent + ": write how many percent of CPU time to add, such as =10";
    }

    private static void burn(double share) {
        var process = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        var threads = ManagementFactory.getThreadMXBean();
        while (true) {
            long own = threads.getCurrentThreadCpuTime();
            long others = process.getProcessCpuTime() - own;
            long owed = (long) (share * others);
            while (threads.getCurrentThreadCpuTime() < owed) {
                Thread.onSpinWait();
            }
            try {
                Thread.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
