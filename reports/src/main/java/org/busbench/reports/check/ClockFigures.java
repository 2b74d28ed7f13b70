package org.busbench.reports.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.busbench.record.Machine;
import org.busbench.record.ProcessUse;
import org.busbench.record.Trial;

/**
 * CPU time, memory, threads and collections of a trial, and the shares of its machine, computed again from what was read of the kernel's clocks and
 * the JVMs' counters at both edges of the window.
 */
final class ClockFigures {
    static final String FILE = "clocks.csv";

    private static final double SHARE = 1e-6;
    private static final String CGROUP = "cgroup";

    private final Trial trial;
    private final Problems.Line line;
    private final String from;
    /** By role, process, clock. */
    private final Map<String, Map<String, Map<String, Long>>> start = new HashMap<>();

    private final Map<String, Map<String, Map<String, Long>>> end = new HashMap<>();

    private ClockFigures(Trial trial, Problems.Line line) {
        this.trial = trial;
        this.line = line;
        this.from = trial.evidenceFolder().path() + "/" + FILE;
    }

    /**
     * Compares a trial with its clocks.
     *
     * @return false when the folder has none, as runs before they were kept
     */
    static boolean check(Path folder, Trial trial, Problems.Line line) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            return false;
        }
        ClockFigures figures = new ClockFigures(trial, line);
        List<String> lines = Files.readAllLines(file);
        for (int i = 1; i < lines.size(); i++) {
            if (!figures.read(lines.get(i).split(",", -1))) {
                line.says("%s, line %d, is no reading: %s", figures.from, i + 1, lines.get(i));
                return true;
            }
        }
        figures.compare();
        return true;
    }

    private boolean read(String[] fields) {
        if (fields.length != 6 || !fields[5].matches("-?[0-9]{1,18}") || !fields[0].matches("start|end")) {
            return false;
        }
        (fields[0].equals("start") ? start : end)
                .computeIfAbsent(fields[2], role -> new TreeMap<>())
                .computeIfAbsent(fields[3], process -> new HashMap<>())
                .put(fields[4], Long.parseLong(fields[5]));
        return true;
    }

    private void compare() {
        compare("mediator", trial.use().processes().mediator());
        compare("backend", trial.use().processes().backend());
        compare("injector", trial.use().processes().injector());
        machine(trial.use().machine());
    }

    private void compare(String role, ProcessUse use) {
        Map<String, Map<String, Long>> processes = end.getOrDefault(role, Map.of());
        if (use == null || processes.isEmpty()) {
            return;
        }
        Use found = new Use();
        processes.forEach((process, now) -> {
            if (!process.equals(CGROUP)) {
                found.add(then(role, process), now);
            }
        });
        if (processes.containsKey(CGROUP)) {
            found.ofGroup(then(role, CGROUP), processes.get(CGROUP));
        }
        String name = "processes." + role + ".";
        line.same(name + "userMicros", use.userMicros(), found.user, from);
        line.same(name + "systemMicros", use.systemMicros(), found.system, from);
        line.same(name + "rssBytes", use.rssBytes(), found.rss, from);
        line.same(name + "threads", use.threads(), found.threads, from);
        if (use.gc() != null) {
            line.same(name + "gc.collections", use.gc().collections(), found.collections, from);
            line.near(name + "gc.pauseMillis", use.gc().pauseMillis(), found.pauseNanos / 1e6, SHARE, from);
            if (use.gc().cpuMicros() != null) {
                line.same(name + "gc.cpuMicros", use.gc().cpuMicros(), found.collectorMicros, from);
            }
        }
    }

    private Map<String, Long> then(String role, String process) {
        return start.getOrDefault(role, Map.of()).get(process);
    }

    private void machine(Machine machine) {
        Map<String, Long> then = then("machine", "all");
        Map<String, Long> now = end.getOrDefault("machine", Map.of()).get("all");
        double all = then == null || now == null ? 0 : grown(then, now, "allTicks");
        if (machine == null || all <= 0) {
            return;
        }
        double stolen = grown(then, now, "stolenTicks") / all;
        double idle = grown(then, now, "unusedTicks") / all;
        share("busyShare", machine.busyShare(), 1 - idle - stolen);
        share("stealShare", machine.stealShare(), stolen);
        share("idleShare", machine.idleShare(), idle);
        share("userShare", machine.userShare(), grown(then, now, "userTicks") / all);
        share("systemShare", machine.systemShare(), grown(then, now, "systemTicks") / all);
    }

    private void share(String name, Double recorded, double follows) {
        if (recorded == null) {
            line.says("has clocks, but no 'machine.%s'", name);
        } else {
            line.near("machine." + name, recorded, follows, SHARE, from);
        }
    }

    /** By how much a clock grew; one that was not there at the start, with its process, started at 0. */
    private static long grown(Map<String, Long> then, Map<String, Long> now, String clock) {
        return now.getOrDefault(clock, 0L) - (then == null ? 0 : then.getOrDefault(clock, 0L));
    }

    /** What the processes of a role used together. */
    private static final class Use {
        private long user;
        private long system;
        private long rss;
        private long threads;
        private long collections;
        private double pauseNanos;
        private long collectorMicros;

        /** A process that was not there at the start has no clocks of then. */
        void add(Map<String, Long> then, Map<String, Long> now) {
            long ofUser = grown(then, now, "userMicros");
            long ofSystem = grown(then, now, "systemMicros");
            if (now.containsKey("cpuNanos") && (then == null || then.containsKey("cpuNanos"))) {
                long sum = Math.round(grown(then, now, "cpuNanos") / 1e3);
                ofUser = ofUser + ofSystem > 0 ? Math.round(sum * ((double) ofUser / (ofUser + ofSystem))) : sum;
                ofSystem = sum - ofUser;
            }
            user += ofUser;
            system += ofSystem;
            rss += now.getOrDefault("rssBytes", 0L);
            threads += now.getOrDefault("threads", 0L);
            collections += grown(then, now, "gcCollections");
            pauseNanos += grown(then, now, "gcPauseNanos");
            collectorMicros += grown(then, now, "gcCpuNanos") / 1000;
        }

        /** The clock of the group is right where processes have ended. */
        void ofGroup(Map<String, Long> then, Map<String, Long> now) {
            if (then == null || !then.containsKey("cpuNanos") || !now.containsKey("cpuNanos")) {
                return;
            }
            long sum = Math.round(grown(then, now, "cpuNanos") / 1e3);
            user = then.containsKey("userNanos") && now.containsKey("userNanos")
                    ? Math.min(sum, Math.round(grown(then, now, "userNanos") / 1e3))
                    : sum;
            system = sum - user;
        }
    }
}
