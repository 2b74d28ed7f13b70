package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;

/**
 * What one process used within the measured window.
 *
 * @param cpuMicrosPerMessage user and system time per verified response; null when the trial has no figures
 * @param userMicros CPU time in user mode
 * @param systemMicros CPU time in the kernel
 * @param instructions what it executed behind the window; null when that was not counted
 * @param rssBytes resident memory at the window's end
 * @param threads operating system threads at the window's end
 * @param gc garbage collection within the window; null for one that is no JVM
 * @param group what its container holds; null for what runs in none
 * @param samples its size over the trial; empty when it was not sampled
 */
public record ProcessUse(
        Double cpuMicrosPerMessage,
        long userMicros,
        long systemMicros,
        @JsonInclude(Include.NON_NULL) Instructions instructions,
        long rssBytes,
        int threads,
        @JsonInclude(Include.NON_NULL) Gc gc,
        @JsonInclude(Include.NON_NULL) Group group,
        List<Sample> samples) {

    /**
     * What is charged to a container's control group at the window's end. It is no figure to compare with the resident
     * memory of others: it includes the page cache of the container's files.
     *
     * @param memoryBytes memory
     * @param memoryPeakBytes the most that this ever was; null when not read
     * @param tasks processes and threads; null when not read
     */
    @JsonInclude(Include.NON_NULL)
    public record Group(long memoryBytes, Long memoryPeakBytes, Long tasks) {

        /** Refuses negative figures. */
        public Group {
            Required.notNegative(memoryBytes, "group.memoryBytes");
        }
    }

    /**
     * Instructions that it retired in a stretch of the load behind the window, since counters cost time.
     *
     * @param perMessage user and kernel together, for each verified response; null when there was none
     * @param user in user mode
     * @param kernel in the kernel on its behalf
     * @param verified responses that were verified in the stretch
     * @param window the stretch
     */
    public record Instructions(Double perMessage, long user, long kernel, long verified, Window window) {

        /** Refuses negative figures. */
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

    /**
     * Garbage collection within the window.
     *
     * @param collections how many
     * @param pauseMillis how long the application stood still for them
     * @param cpuMicros CPU time of the collector; null when not read
     * @param liveBytes heap in use after a full collection, when the load had ended; null when not read
     */
    public record Gc(
            long collections,
            double pauseMillis,
            Long cpuMicros,
            @JsonInclude(Include.NON_NULL) Long liveBytes) {

        /** Refuses negative figures. */
        public Gc {
            Required.notNegative(collections, "gc.collections");
            Required.notNegative(pauseMillis, "gc.pauseMillis");
        }
    }

    /**
     * The size of a process at an instant.
     *
     * @param second since the window began
     * @param rssBytes resident memory
     * @param threads operating system threads
     * @param descriptors open files; null when not read
     * @param connections to the backend; null when not read
     * @param cpuMicros CPU time since the first sample; null when not read
     */
    @JsonInclude(Include.NON_NULL)
    public record Sample(
            int second, long rssBytes, int threads, Integer descriptors, Integer connections, Long cpuMicros) {

        /** Reads every figure. */
        @JsonCreator
        public Sample {
            Required.notNegative(rssBytes, "samples.rssBytes");
        }

        /**
         * One whose CPU time is not known.
         *
         * @param second since the window began
         * @param rssBytes resident memory
         * @param threads operating system threads
         * @param descriptors open files; null when not read
         * @param connections to the backend; null when not read
         */
        public Sample(int second, long rssBytes, int threads, Integer descriptors, Integer connections) {
            this(second, rssBytes, threads, descriptors, connections, null);
        }
    }

    /**
     * Of what runs in no container.
     *
     * @param cpuMicrosPerMessage user and system time per verified response; null when the trial has no figures
     * @param userMicros CPU time in user mode
     * @param systemMicros CPU time in the kernel
     * @param instructions what it executed behind the window; null when that was not counted
     * @param rssBytes resident memory at the window's end
     * @param threads operating system threads at the window's end
     * @param gc garbage collection within the window; null for one that is no JVM
     * @param samples its size over the trial; empty when it was not sampled
     */
    public ProcessUse(
            Double cpuMicrosPerMessage,
            long userMicros,
            long systemMicros,
            Instructions instructions,
            long rssBytes,
            int threads,
            Gc gc,
            List<Sample> samples) {
        this(cpuMicrosPerMessage, userMicros, systemMicros, instructions, rssBytes, threads, gc, null, samples);
    }

    /** Refuses negative figures. */
    @JsonCreator
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

    /**
     * Instructions for each verified response.
     *
     * @return user and kernel together; null when they were not counted
     */
    public Double instructionsPerMessage() {
        return instructions == null ? null : instructions.perMessage();
    }

    /**
     * User and system time together.
     *
     * @return microseconds of CPU time within the window
     */
    public long cpuMicros() {
        return userMicros + systemMicros;
    }
}
