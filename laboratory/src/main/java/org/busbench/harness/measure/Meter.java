package org.busbench.harness.measure;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.busbench.harness.measure.Cost.GcCost;
import org.busbench.harness.measure.Cost.ProcessCost;
import org.busbench.harness.measure.Readings.Moment;
import org.busbench.record.ProcessUse.Events;
import org.busbench.record.ProcessUse.Group;

/**
 * Reads CPU time, memory, threads and garbage collection of the parties of a trial, each with all its processes (nginx works in
 * children). One
 * reading takes a few milliseconds, so it is taken at the edges of a window and never inside it.
 */
public final class Meter {

    private static final long MICROS_PER_TICK = 1_000_000 / ProcessStat.TICKS_PER_SECOND;

    /** Reads now. Returns the reading; a role whose process is gone is empty in it, one that is not measured, or by a command, is not in it. */
    public Reading read(Map<ProcessRole, CostSource> sources) {
        MachineTicks ticks = MachineTicks.read();
        Map<ProcessRole, Map<Long, ProcessReading>> readings = new EnumMap<>(ProcessRole.class);
        Map<ProcessRole, Map<String, ContextSwitches>> switches = new EnumMap<>(ProcessRole.class);
        Set<Long> unmeasured = new HashSet<>();
        sources.forEach((role, source) -> {
            if (source instanceof CostSource.None || source instanceof CostSource.Told) {
                unmeasured.addAll(source.pids());
            } else {
                Set<Long> pids = source.pids();
                readings.put(role, read(pids));
                if (role.isMediator()) {
                    switches.put(role, ContextSwitches.ofThreads(pids));
                }
            }
        });
        // Last and all at once, so that as little as possible lies between these clocks and the mark of the window.
        readings.values().forEach(tree -> tree.replaceAll((pid, reading) -> reading.at(CpuClock.nanos(pid))));
        Map<ProcessRole, GroupReading> groups = new EnumMap<>(ProcessRole.class);
        sources.forEach((role, source) -> {
            if (source instanceof CostSource.Group container) {
                groups.put(role, GroupReading.of(container.group()));
            }
        });
        return new Reading(Moment.now("edge"), readings, switches, groups, unmeasured, ticks);
    }

    /**
     * CPU time of some parties until now, in nanoseconds, for windows of which many follow each other: their processes are looked
     * up first, so that the clocks are read within some microseconds of each other.
     *
     * @return empty for a role of which a process has no exact clock, and for what is not measured here
     */
    public static Map<ProcessRole, OptionalLong> cpuNanos(Map<ProcessRole, CostSource> sources) {
        Map<ProcessRole, Set<Long>> pids = new EnumMap<>(ProcessRole.class);
        sources.forEach((role, source) -> pids.put(role, source instanceof CostSource.Tree ? source.pids() : Set.of()));
        Map<ProcessRole, OptionalLong> clocks = new EnumMap<>(ProcessRole.class);
        sources.forEach((role, source) -> clocks.put(role, cpuNanos(source, pids.get(role))));
        return clocks;
    }

    private static OptionalLong cpuNanos(CostSource source, Set<Long> pids) {
        if (source instanceof CostSource.Group container) {
            return container.group().cpuNanos();
        }
        long sum = 0;
        for (long pid : pids) {
            OptionalLong nanos = CpuClock.nanos(pid);
            if (nanos.isEmpty()) {
                return OptionalLong.empty();
            }
            sum += nanos.getAsLong();
        }
        return pids.isEmpty() ? OptionalLong.empty() : OptionalLong.of(sum);
    }

    public Cost between(Reading start, Reading end) {
        Map<ProcessRole, ProcessCost> costs = new EnumMap<>(ProcessRole.class);
        end.processes().forEach((role, after) -> {
            if (!after.isEmpty()) {
                ProcessCost cost = cost(start.processes().getOrDefault(role, Map.of()), after)
                        .with(events(start, end, role));
                GroupReading group = end.groups().get(role);
                costs.put(
                        role, group == null ? cost : group.since(start.groups().get(role), cost));
            }
        });
        return new Cost(costs, start.machine().loadUntil(end.machine()));
    }

    private static Map<Long, ProcessReading> read(Set<Long> pids) {
        Map<Long, ProcessReading> tree = new HashMap<>();
        for (long pid : pids) {
            Optional<ProcessStat> stat = ProcessStat.of(pid);
            ProcessStatus.of(pid)
                    .filter(status -> stat.isPresent())
                    .ifPresent(status -> tree.put(
                            pid,
                            new ProcessReading(
                                    OptionalLong.empty(),
                                    stat.get().minorFaults(),
                                    ProcessStat.readWriteCalls(pid),
                                    stat.get().userTicks() * MICROS_PER_TICK,
                                    stat.get().systemTicks() * MICROS_PER_TICK,
                                    status.rssBytes(),
                                    status.threads(),
                                    GcReading.of(pid).orElse(null))));
        }
        return tree;
    }

    private static ProcessCost cost(Map<Long, ProcessReading> before, Map<Long, ProcessReading> after) {
        long user = 0;
        long kernel = 0;
        long rss = 0;
        int threads = 0;
        GcCost gc = null;
        for (Map.Entry<Long, ProcessReading> entry : after.entrySet()) {
            ProcessReading then = before.getOrDefault(entry.getKey(), ProcessReading.NOTHING);
            ProcessReading now = entry.getValue();
            CpuMicros used = now.since(then);
            user += used.user();
            kernel += used.system();
            rss += now.rssBytes();
            threads += now.threads();
            if (now.gc() != null) {
                GcCost own = now.gc().since(then.gc() == null ? GcReading.NOTHING : then.gc());
                gc = gc == null ? own : gc.and(own);
            }
        }
        return new ProcessCost(user, kernel, rss, threads, gc, null, null);
    }

    /** Of a mediator's threads that live at the end; null for a party whose threads are not read. */
    private static Events events(Reading start, Reading end, ProcessRole role) {
        Map<String, ContextSwitches> after = end.switches.get(role);
        if (after == null) {
            return null;
        }
        Map<String, ContextSwitches> before = start.switches.getOrDefault(role, Map.of());
        long voluntary = 0;
        long involuntary = 0;
        for (Map.Entry<String, ContextSwitches> thread : after.entrySet()) {
            ContextSwitches then = before.getOrDefault(thread.getKey(), ContextSwitches.NONE);
            voluntary += thread.getValue().voluntary() - then.voluntary();
            involuntary += thread.getValue().involuntary() - then.involuntary();
        }
        long faults = 0;
        long calls = 0;
        boolean called = true;
        for (Map.Entry<Long, ProcessReading> process : end.processes.get(role).entrySet()) {
            ProcessReading then =
                    start.processes.getOrDefault(role, Map.of()).getOrDefault(process.getKey(), ProcessReading.NOTHING);
            faults += process.getValue().minorFaults() - then.minorFaults();
            OptionalLong now = process.getValue().readWriteCalls();
            called &= now.isPresent() && then.readWriteCalls().isPresent();
            calls += now.orElse(0) - then.readWriteCalls().orElse(0);
        }
        return new Events(voluntary, involuntary, faults, called ? (Long) calls : null);
    }

    /**
     * The state of one operating system process at one instant. CPU times grow from the process's start.
     *
     * @param cpuNanos CPU time, user and system together, to the nanosecond; empty where the system has no such clock
     * @param readWriteCalls empty where the system does not tell them
     * @param userMicros CPU time in user mode, in ticks of 10 ms
     * @param systemMicros CPU time in the kernel, in ticks of 10 ms
     * @param threads operating system threads
     * @param gc what its garbage collectors have done; null when it is no JVM
     */
    record ProcessReading(
            OptionalLong cpuNanos,
            long minorFaults,
            OptionalLong readWriteCalls,
            long userMicros,
            long systemMicros,
            long rssBytes,
            int threads,
            GcReading gc) {

        static final ProcessReading NOTHING =
                new ProcessReading(OptionalLong.of(0), 0, OptionalLong.of(0), 0, 0, 0, 0, null);

        void tell(Moment moment, ProcessRole role, String pid, Readings readings) {
            readings.of(moment, role, pid, CpuClock.SOURCE).addKnown("cpuNanos", cpuNanos);
            readings.of(moment, role, pid, ProcessStat.SOURCE)
                    .add("userMicros", userMicros)
                    .add("systemMicros", systemMicros)
                    .add("minorFaults", minorFaults);
            readings.of(moment, role, pid, ProcessStat.CALLS_SOURCE).addKnown("readWriteCalls", readWriteCalls);
            readings.of(moment, role, pid, ProcessStatus.SOURCE)
                    .add("rssBytes", rssBytes)
                    .add("threads", threads);
            if (gc != null) {
                readings.of(moment, role, pid, PerfData.SOURCE)
                        .add("gcCollections", gc.collections())
                        .add("gcPauseNanos", gc.pauseNanos());
                readings.of(moment, role, pid, CpuClock.SOURCE).add("gcCpuNanos", gc.cpuNanos());
            }
        }

        /** This reading with the CPU time of the exact clock. */
        ProcessReading at(OptionalLong nanos) {
            return new ProcessReading(
                    nanos, minorFaults, readWriteCalls, userMicros, systemMicros, rssBytes, threads, gc);
        }

        /**
         * What was used since an earlier reading. The sum is that of the exact clock; the ticks tell how it parts into user
         * and system, as the kernel itself parts it for {@code /proc}. Where one reading has no exact clock the ticks count.
         */
        CpuMicros since(ProcessReading then) {
            long user = userMicros - then.userMicros();
            long system = systemMicros - then.systemMicros();
            if (cpuNanos.isEmpty() || then.cpuNanos().isEmpty()) {
                return new CpuMicros(user, system);
            }
            long sum = Math.round((cpuNanos.getAsLong() - then.cpuNanos().getAsLong()) / 1e3);
            long ofUser = user + system > 0 ? Math.round(sum * ((double) user / (user + system))) : sum;
            return new CpuMicros(ofUser, sum - ofUser);
        }
    }

    /**
     * The state of a container's control group at one instant.
     *
     * @param memory null when it is not told
     */
    record GroupReading(OptionalLong cpuNanos, OptionalLong userNanos, Group memory) {

        static GroupReading of(ControlGroup group) {
            OptionalLong bytes = group.memoryBytes();
            return new GroupReading(
                    group.cpuNanos(),
                    group.userNanos(),
                    bytes.isEmpty()
                            ? null
                            : new Group(bytes.getAsLong(), orNull(group.memoryPeakBytes()), orNull(group.tasksNow())));
        }

        void tell(Moment moment, ProcessRole role, Readings readings) {
            Readings.Values values = readings.of(moment, role, "cgroup", "cgroup")
                    .addKnown("cpuNanos", cpuNanos)
                    .addKnown("userNanos", userNanos);
            if (memory != null) {
                values.add("memoryBytes", memory.memoryBytes())
                        .addKnown("memoryPeakBytes", memory.memoryPeakBytes())
                        .addKnown("tasks", memory.tasks());
            }
        }

        private static Long orNull(OptionalLong value) {
            return value.isPresent() ? (Long) value.getAsLong() : null;
        }

        /** The cost of the processes with the group's CPU time in place of theirs, which lacks those that have ended. */
        ProcessCost since(GroupReading then, ProcessCost ofProcesses) {
            if (then == null || cpuNanos.isEmpty() || then.cpuNanos().isEmpty()) {
                return ofProcesses;
            }
            long sum = Math.round((cpuNanos.getAsLong() - then.cpuNanos().getAsLong()) / 1e3);
            long user = userNanos.isEmpty() || then.userNanos().isEmpty()
                    ? sum
                    : Math.min(
                            sum,
                            Math.round((userNanos.getAsLong() - then.userNanos().getAsLong()) / 1e3));
            return new ProcessCost(
                    user,
                    sum - user,
                    ofProcesses.rssBytes(),
                    ofProcesses.threads(),
                    ofProcesses.gc(),
                    memory,
                    ofProcesses.events());
        }
    }

    /**
     * CPU time of a process between two readings.
     *
     * @param user microseconds in user mode
     * @param system microseconds in the kernel
     */
    record CpuMicros(long user, long system) {}

    /**
     * The state of some processes, each with its descendants, and of the machine at one instant.
     *
     * @param unmeasured processes that serve and are not measured
     */
    public record Reading(
            Moment moment,
            Map<ProcessRole, Map<Long, ProcessReading>> processes,
            Map<ProcessRole, Map<String, ContextSwitches>> switches,
            Map<ProcessRole, GroupReading> groups,
            Set<Long> unmeasured,
            MachineTicks machine) {

        public Reading {
            processes = Map.copyOf(processes);
            switches = Map.copyOf(switches);
            groups = Map.copyOf(groups);
            unmeasured = Set.copyOf(unmeasured);
        }

        /** Adds all its values; {@code edge} is {@code start} or {@code end} of a window. */
        public void tell(String edge, Readings readings) {
            Moment at = moment.called(edge);
            processes.forEach((role, tree) ->
                    tree.forEach((pid, process) -> process.tell(at, role, Long.toString(pid), readings)));
            switches.forEach(
                    (role, threads) -> threads.forEach((thread, counts) -> counts.tell(at, role, thread, readings)));
            groups.forEach((role, group) -> group.tell(at, role, readings));
            machine.tell(at, readings);
        }

        public Set<Long> pids(ProcessRole role) {
            return processes.getOrDefault(role, Map.of()).keySet();
        }
    }

    /**
     * What a JVM's collectors have done since it started.
     *
     * @param pauseNanos how long they took together
     * @param cpuNanos CPU time of the collector's threads; negative when it has none of its own (the serial collector works
     *     on the thread of the VM) or does not name them (JDK 8)
     */
    record GcReading(long collections, long pauseNanos, long cpuNanos) {

        static final GcReading NOTHING = new GcReading(0, 0, 0);

        private static final double SECOND_NANOS = 1e9;

        /** Reads a process; empty when it is no JVM, or one that keeps no counters. */
        static Optional<GcReading> of(long pid) {
            return PerfData.of(pid).map(counters -> {
                // The numbers of the collectors begin anywhere: ZGC's only one is 2.
                long collections = counters.sum(Pattern.compile("sun\\.gc\\.collector\\.[0-9]+\\.invocations"));
                long ticks = counters.sum(Pattern.compile("sun\\.gc\\.collector\\.[0-9]+\\.time"));
                double frequency = Math.max(1, counters.count("sun.os.hrt.frequency"));
                return new GcReading(
                        collections, Math.round(ticks / frequency * SECOND_NANOS), JvmThreads.COLLECTORS.cpuNanos(pid));
            });
        }

        GcCost since(GcReading earlier) {
            return new GcCost(
                    collections - earlier.collections,
                    (pauseNanos - earlier.pauseNanos) / 1e6,
                    cpuNanos < 0 || earlier.cpuNanos < 0 ? null : (cpuNanos - earlier.cpuNanos) / 1000);
        }
    }
}
