package org.busbench.harness.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import java.util.Map;

/**
 * What a trial's window cost. Part of a {@link TrialRecord}.
 *
 * @param processes cost by role; the mediator's is null where there is none
 * @param machine load of the machine; null when there was no window
 */
public record Use(Map<String, OfProcess> processes, Machine machine) {

    /**
     * What one process cost within the window.
     *
     * @param cpuMicrosPerMessage user and system time per verified response; null when the trial has no figures
     * @param userMicros CPU time in user mode
     * @param systemMicros CPU time in the kernel
     * @param instructions what it executed; null where that was not counted
     * @param rssBytes resident memory at the end
     * @param threads operating system threads at the end
     * @param gc garbage collection within the window; null when the process tells nothing of it
     * @param samples its state by second; null when it was not sampled
     */
    public record OfProcess(
            Double cpuMicrosPerMessage,
            long userMicros,
            long systemMicros,
            @JsonInclude(Include.NON_NULL) Instructions instructions,
            long rssBytes,
            int threads,
            @JsonInclude(Include.NON_NULL) Gc gc,
            @JsonInclude(Include.NON_NULL) List<Sample> samples) {}

    /**
     * Instructions that it and its descendants retired in a stretch of the load behind the window.
     *
     * @param perMessage user and kernel together, for each verified response; null when there was none
     * @param user in user mode
     * @param kernel in the kernel on its behalf
     * @param verified responses that were verified in the stretch
     * @param window the stretch
     */
    public record Instructions(Double perMessage, long user, long kernel, long verified, Conditions.Window window) {}

    /**
     * Garbage collection within the window.
     *
     * @param collections how many
     * @param pauseMillis all pauses together
     * @param cpuMicros CPU time of the collector's threads; null when the process does not tell
     * @param liveBytes heap in use after a full collection when the load had ended; null when that was not read
     */
    public record Gc(
            long collections,
            double pauseMillis,
            Long cpuMicros,
            @JsonInclude(Include.NON_NULL) Long liveBytes) {}

    /**
     * A process at one instant.
     *
     * @param second since the window began
     * @param rssBytes resident memory
     * @param threads operating system threads
     * @param descriptors open file descriptors; null where they cannot be counted
     * @param connections established TCP connections; null where they cannot be counted
     * @param cpuMicros CPU time since the first sample; null where it cannot be read
     */
    @JsonInclude(Include.NON_NULL)
    public record Sample(
            int second, long rssBytes, int threads, Integer descriptors, Integer connections, Long cpuMicros) {}

    /**
     * The machine within the window. Shares are parts of the time of all CPUs, 0 to 1.
     *
     * @param busyShare neither idle nor stolen
     * @param stealShare given to others by the hypervisor
     * @param idleShare idle, or waiting for I/O; null when it was not told apart
     * @param userShare in user mode; null when it was not told apart
     * @param systemShare in the kernel; null when it was not told apart
     * @param foreignShares by second of the window, used by others than the parties of the trial and the harness, steal
     *     included; null when it was not read
     * @param waitedSeconds by second of the window, how long threads of mediator, backend and injector stood ready to run
     *     without a CPU, all together, and the hypervisor held CPUs back; null where the kernel does not tell
     */
    @JsonInclude(Include.NON_NULL)
    public record Machine(
            double busyShare,
            double stealShare,
            Double idleShare,
            Double userShare,
            Double systemShare,
            List<Double> foreignShares,
            List<Double> waitedSeconds) {}
}
