package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;

/** What one process used within the measured window. */
public record ProcessUse(
        Double cpuMicrosPerMessage,
        long userMicros,
        long systemMicros,
        @JsonInclude(Include.NON_NULL) Instructions instructions,
        long rssBytes,
        int threads,
        @JsonInclude(Include.NON_NULL) Gc gc,
        @JsonInclude(Include.NON_NULL) Group group,
        List<Sample> samples,
        @JsonInclude(Include.NON_NULL) Events events) {

    /**
     * How often its threads left their CPU, touched a page for the first time, and called the kernel within the window. They hardly depend on load and
     * clock.
     *
     * @param readWriteCalls of the families of read(2) and write(2); null where they are not told, and in older records
     */
    public record Events(
            long voluntarySwitches,
            long involuntarySwitches,
            long minorFaults,
            @JsonInclude(Include.NON_NULL) Long readWriteCalls) {

        public long switches() {
            return voluntarySwitches + involuntarySwitches;
        }
    }

    /**
     * What is charged to a container's control group at the window's end. It is no figure to compare with the resident
     * memory of others: it includes the page cache of the container's files.
     */
    @JsonInclude(Include.NON_NULL)
    public record Group(long memoryBytes, Long memoryPeakBytes, Long tasks) {

        public Group {
            Required.notNegative(memoryBytes, "group.memoryBytes");
        }
    }

    /** Instructions that it retired in a stretch of the load behind the window, since counters cost time. */
    public record Instructions(Double perMessage, long user, long kernel, long verified, Window window) {

        public Instructions {
            if (perMessage != null) {
                Required.notNegative(perMessage, "instructions.perMessage");
            }
            Required.notNegative(user, "instructions.user");
            Required.notNegative(kernel, "instructions.kernel");
            Required.notNegative(verified, "instructions.verified");
            Required.present(window, "instructions.window");
        }
    }

    /** Garbage collection within the window. */
    public record Gc(
            long collections,
            double pauseMillis,
            Long cpuMicros,
            @JsonInclude(Include.NON_NULL) Long liveBytes) {

        public Gc {
            Required.notNegative(collections, "gc.collections");
            Required.notNegative(pauseMillis, "gc.pauseMillis");
        }
    }

    /** The size of a process at an instant. */
    @JsonInclude(Include.NON_NULL)
    public record Sample(
            int second, long rssBytes, int threads, Integer descriptors, Integer connections, Long cpuMicros) {

        public Sample {
            Required.notNegative(rssBytes, "samples.rssBytes");
        }
    }

    public ProcessUse {
        if (cpuMicrosPerMessage != null) {
            Required.notNegative(cpuMicrosPerMessage, "cpuMicrosPerMessage");
        }
        Required.notNegative(userMicros, "userMicros");
        Required.notNegative(systemMicros, "systemMicros");
        Required.notNegative(rssBytes, "rssBytes");
        Required.notNegative(threads, "threads");
        samples = Required.listOrEmpty(samples);
    }

    /** Instructions for each verified response, user and kernel together; null when they were not counted. */
    public Double instructionsPerMessage() {
        return instructions == null ? null : instructions.perMessage();
    }

    /** User and system time within the window. */
    public long cpuMicros() {
        return userMicros + systemMicros;
    }
}
