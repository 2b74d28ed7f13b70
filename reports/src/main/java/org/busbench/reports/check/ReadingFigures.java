package org.busbench.reports.check;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleBiFunction;
import java.util.zip.GZIPInputStream;
import org.busbench.record.Duet;
import org.busbench.record.Machine;
import org.busbench.record.ProcessUse;
import org.busbench.record.Reconciliation;
import org.busbench.record.Trial;

/**
 * What a trial used of processes and machine, and the counts of both its ends, computed again from what was read of the kernel's clocks, the CPU's and
 * the JVMs' counters, and the parties' counts.
 */
final class ReadingFigures {
    static final String FILE = "readings.csv.gz";

    private static final String HEADER = "moment,monotonicNanos,wallMillis,role,process,name,value,source";
    private static final int FIELDS = 8;
    private static final double SHARE = 1e-6;
    private static final String CGROUP = "cgroup";
    private static final String TOLD = "told";
    private static final String SECOND = "second-";
    private static final int TICKS_PER_SECOND = 100;
    private static final Map<String, Long> NONE = Map.of();

    private final Trial trial;
    private final Problems.Line line;
    private final String from;
    /** By moment and role, process, name. */
    private final Map<String, Map<String, Map<String, Long>>> values = new HashMap<>();
    /** When the processes were read, in nanoseconds, by moment. */
    private final Map<String, Long> instants = new HashMap<>();

    private ReadingFigures(Trial trial, Problems.Line line) {
        this.trial = trial;
        this.line = line;
        this.from = trial.evidenceFolder().path() + "/" + FILE;
    }

    /** Compares a trial with its readings; false when the folder has none, as runs before they were kept. */
    static boolean check(Path folder, Trial trial, Problems.Line line) {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            return false;
        }
        ReadingFigures figures = new ReadingFigures(trial, line);
        try {
            figures.read(file);
            figures.compare();
        } catch (IOException broken) {
            line.says("does not follow from %s: %s", figures.from, broken.getMessage());
        }
        return true;
    }

    private void read(Path file) throws IOException {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            if (!HEADER.equals(in.readLine())) {
                throw new IOException("it does not begin with " + HEADER);
            }
            int number = 1;
            for (String text = in.readLine(); text != null; text = in.readLine()) {
                number++;
                String[] fields = text.split(",", -1);
                if (fields.length != FIELDS || !add(fields)) {
                    throw new IOException("line " + number + " is no reading: " + text);
                }
            }
        }
    }

    private boolean add(String[] fields) {
        try {
            instants.putIfAbsent(fields[0], Long.parseLong(fields[1]));
            return Long.parseLong(fields[2]) > 0
                    && null
                            == values.computeIfAbsent(fields[0] + " " + fields[3], moment -> new TreeMap<>())
                                    .computeIfAbsent(fields[4], process -> new HashMap<>())
                                    .put(fields[5], Long.parseLong(fields[6]));
        } catch (NumberFormatException noNumber) {
            return false;
        }
    }

    private Map<String, Map<String, Long>> at(String moment, String role) {
        return values.getOrDefault(moment + " " + role, Map.of());
    }

    private Map<String, Long> at(String moment, String role, String process) {
        return at(moment, role).getOrDefault(process, NONE);
    }

    private long sum(String moment, String role, String name) {
        return at(moment, role).values().stream()
                .mapToLong(process -> process.getOrDefault(name, 0L))
                .sum();
    }

    private void compare() {
        window();
        compare("mediator", trial.use().processes().mediator());
        compare("backend", trial.use().processes().backend());
        compare("injector", trial.use().processes().injector());
        machine(trial.use().machine());
        instructions(trial.use().processes().mediator());
        duet(trial.duet());
        totals(trial.proof().totals());
        reconciliation(trial.proof().reconciliation());
        limited(trial.proof().limited(), at("after", "injector", "limited"));
    }

    /** Records of a former version have no count of what was allowed, and their limits are taken on trust. */
    private void limited(Trial.Limited recorded, Map<String, Long> counts) {
        if (recorded == null || counts.isEmpty()) {
            return;
        }
        same("limited.letThrough", recorded.letThrough(), counts.get("letThrough"));
        double allowed = counts.get("allowed");
        long burst = counts.get("burst");
        same("limited.least", recorded.least(), (long) Math.max(0, 0.96 * allowed - burst));
        same("limited.most", recorded.most(), (long) Math.ceil(1.03 * allowed + 2 * burst));
    }

    /** The clocks must have been read at the edges of the window, each just before its mark. */
    private void window() {
        if (!instants.containsKey("start") || !instants.containsKey("end")) {
            line.says("has no readings of both edges of its window in %s", from);
        } else if (trial.measured()) {
            double seconds = (instants.get("end") - instants.get("start")) / 1e9;
            if (Math.abs(seconds - trial.window().seconds())
                    > 1 + 0.1 * trial.window().seconds()) {
                line.says(
                        "has a 'window' of %s s, but %s of %s s", trial.window().seconds(), from, seconds);
            }
        }
    }

    private void compare(String role, ProcessUse use) {
        Map<String, Map<String, Long>> then = at("start", role);
        Map<String, Map<String, Long>> now = at("end", role);
        if (use == null) {
            return;
        }
        Use found = new Use();
        now.forEach((process, reading) -> {
            if (!process.equals(CGROUP) && !process.equals(TOLD)) {
                found.add(then.get(process), reading);
            }
        });
        if (now.containsKey(CGROUP)) {
            found.ofGroup(then.get(CGROUP), now.get(CGROUP));
        }
        if (now.containsKey(TOLD)) {
            found.told(
                    then.getOrDefault(TOLD, NONE), now.get(TOLD), trial.window().seconds());
        }
        String name = "processes." + role + ".";
        same(name + "userMicros", use.userMicros(), found.user);
        same(name + "systemMicros", use.systemMicros(), found.system);
        same(name + "rssBytes", use.rssBytes(), found.rss);
        same(name + "threads", use.threads(), found.threads);
        if (use.gc() != null) {
            collections(name + "gc.", use.gc(), found, role);
        }
        if (use.group() != null) {
            Map<String, Long> group = now.getOrDefault(CGROUP, NONE);
            same(name + "group.memoryBytes", use.group().memoryBytes(), group.getOrDefault("memoryBytes", -1L));
            known(name + "group.memoryPeakBytes", use.group().memoryPeakBytes(), group.get("memoryPeakBytes"));
            known(name + "group.tasks", use.group().tasks(), group.get("tasks"));
        }
        if (use.events() != null) {
            same(name + "events.voluntarySwitches", use.events().voluntarySwitches(), found.voluntary);
            same(name + "events.involuntarySwitches", use.events().involuntarySwitches(), found.involuntary);
            same(name + "events.minorFaults", use.events().minorFaults(), found.faults);
            known(name + "events.readWriteCalls", use.events().readWriteCalls(), found.calls);
        }
        samples(role, name, use.samples());
    }

    private void collections(String name, ProcessUse.Gc gc, Use found, String role) {
        same(name + "collections", gc.collections(), found.collections);
        line.near(name + "pauseMillis", gc.pauseMillis(), found.pauseNanos / 1e6, SHARE, from);
        if (gc.cpuMicros() != null) {
            same(name + "cpuMicros", gc.cpuMicros(), found.collectorMicros);
        }
        if (gc.liveBytes() != null) {
            same(name + "liveBytes", gc.liveBytes(), sum("after", role, "liveBytes"));
        }
    }

    private void samples(String role, String name, List<ProcessUse.Sample> samples) {
        Long first = null;
        for (ProcessUse.Sample sample : samples) {
            String moment = SECOND + sample.second();
            String place = name + "samples[" + sample.second() + "].";
            same(place + "rssBytes", sample.rssBytes(), sum(moment, role, "rssBytes"));
            same(place + "threads", sample.threads(), sum(moment, role, "threads"));
            known(place + "descriptors", sample.descriptors(), sum(moment, role, "descriptors"));
            known(place + "connections", sample.connections(), sum(moment, role, "connections"));
            long cpuNanos = sum(moment, role, "cpuNanos");
            first = first == null ? Long.valueOf(cpuNanos) : first;
            known(place + "cpuMicros", sample.cpuMicros(), Math.max(0, (cpuNanos - first) / 1000));
        }
    }

    private void same(String name, long recorded, long follows) {
        line.same(name, recorded, follows, from);
    }

    /** A value that may be left out of the record. */
    private void known(String name, Number recorded, Long follows) {
        if (recorded != null) {
            same(name, recorded.longValue(), follows == null ? 0 : follows);
        }
    }

    private void machine(Machine machine) {
        if (machine == null) {
            return;
        }
        Map<String, Long> then = at("start", "machine", "all");
        Map<String, Long> now = at("end", "machine", "all");
        double all = Math.max(1, grown(then, now, "allTicks"));
        long stolen = grown(then, now, "stolenTicks");
        long idle = grown(then, now, "unusedTicks");
        share("busyShare", machine.busyShare(), (grown(then, now, "allTicks") - idle - stolen) / all);
        share("stealShare", machine.stealShare(), stolen / all);
        share("idleShare", machine.idleShare(), idle / all);
        share("userShare", machine.userShare(), grown(then, now, "userTicks") / all);
        share("systemShare", machine.systemShare(), grown(then, now, "systemTicks") / all);
        bySecond("foreignShares", machine.foreignShares(), this::foreignShare);
        bySecond("waitedSeconds", machine.waitedSeconds(), this::waitedSeconds);
    }

    private void share(String name, Double recorded, double follows) {
        if (recorded == null) {
            line.says("has readings, but no 'machine.%s'", name);
        } else {
            line.near("machine." + name, recorded, follows, SHARE, from);
        }
    }

    /** What was made of each two looks that follow each other. */
    private void bySecond(String name, List<Double> recorded, ToDoubleBiFunction<String, String> follows) {
        for (int i = 0; i < recorded.size(); i++) {
            String until = i == recorded.size() - 1 ? "stop" : SECOND + (i + 1);
            line.near(
                    "machine." + name + "[" + i + "]",
                    recorded.get(i),
                    follows.applyAsDouble(SECOND + i, until),
                    SHARE,
                    from);
        }
    }

    private double foreignShare(String from, String until) {
        Map<String, Long> then = at(from, "machine", "all");
        Map<String, Long> now = at(until, "machine", "all");
        long own = sum(until, "run", "ticks") - sum(from, "run", "ticks");
        long taken = grown(then, now, "userTicks")
                + grown(then, now, "systemTicks")
                - grown(then, now, "interruptTicks")
                + grown(then, now, "stolenTicks");
        double share =
                (double) (taken - own - grown(then, now, "unusedTicks")) / Math.max(1, grown(then, now, "allTicks"));
        return Math.round(1e4 * Math.max(0, Math.min(1, share))) / 1e4;
    }

    private double waitedSeconds(String from, String until) {
        Map<String, Long> waits = at(until, "machine", "run");
        double stolen = grown(at(from, "machine", "all"), at(until, "machine", "all"), "stolenTicks");
        double seconds = waits.getOrDefault("waitedNanos", 0L) / 1e9
                + stolen / TICKS_PER_SECOND
                + waits.getOrDefault("lateNanos", 0L) / 1e9;
        return Math.round(1e6 * seconds) / 1e6;
    }

    private void instructions(ProcessUse mediator) {
        if (mediator != null && mediator.instructions() != null) {
            Map<String, Long> then = at("count-start", "mediator", "all");
            Map<String, Long> now = at("count-end", "mediator", "all");
            String name = "processes.mediator.instructions.";
            same(name + "user", mediator.instructions().user(), grown(then, now, "userInstructions"));
            same(name + "kernel", mediator.instructions().kernel(), grown(then, now, "kernelInstructions"));
        }
    }

    /** The stretches lie between two marks of which the second came later. */
    private void duet(Duet duet) {
        if (duet == null) {
            return;
        }
        List<Map<String, Long>> marks = new ArrayList<>();
        for (int i = 0; values.containsKey("mark-" + i + " mediator"); i++) {
            marks.add(at("mark-" + i, "mediator", "stretch"));
        }
        int stretch = 0;
        for (int i = 1; i < marks.size() && stretch < duet.windows().size(); i++) {
            if (grown(marks.get(i - 1), marks.get(i), "markMillis") > 0) {
                Duet.Stretch recorded = duet.windows().get(stretch);
                String name = "duet.windows[" + stretch++ + "].";
                same(
                        name + "startMillis",
                        recorded.startMillis(),
                        marks.get(i - 1).get("markMillis"));
                same(name + "endMillis", recorded.endMillis(), marks.get(i).get("markMillis"));
                known(
                        name + "cpuMicros",
                        recorded.cpuMicros(),
                        Math.round(grown(marks.get(i - 1), marks.get(i), "cpuNanos") / 1e3));
            }
        }
        same("duet.windows, length of", duet.windows().size(), stretch);
    }

    private long ofSenders(String name) {
        return at("after", "injector").entrySet().stream()
                .filter(sender -> sender.getKey().startsWith("sender-"))
                .mapToLong(sender -> sender.getValue().getOrDefault(name, 0L))
                .sum();
    }

    private void totals(Trial.Totals totals) {
        if (totals != null) {
            same("totals.sent", totals.sent(), ofSenders("sent"));
            same("totals.verified", totals.verified(), ofSenders("verified"));
            same("totals.unfinished", totals.unfinished(), ofSenders("unfinished"));
            known("totals.refused", totals.refused(), ofSenders("refused"));
            known("totals.unsent", totals.unsent(), ofSenders("unsent"));
        }
    }

    private long ofBackend(String instance, String name) {
        return grown(at("before", "backend", instance), at("after", "backend", instance), name);
    }

    private void reconciliation(Reconciliation recorded) {
        if (recorded == null) {
            return;
        }
        long received = 0;
        long refused = 0;
        for (String instance : at("after", "backend").keySet()) {
            received += ofBackend(instance, "received");
            refused += ofBackend(instance, "refused");
        }
        String name = "reconciliation.";
        same(name + "backendReceived", recorded.backendReceived(), received);
        same(name + "backendRefused", recorded.backendRefused(), refused);
        recorded.backendAnswered()
                .forEach((instance, answered) ->
                        same(name + "backendAnswered." + instance, answered, ofBackend(instance, "answered")));
        Map<String, Long> probe = at("after", "injector", "probe");
        same(name + "probeSent", recorded.probeSent(), probe.getOrDefault("sent", 0L));
        if (recorded.held() != null) {
            long verified = at("after", "injector", "held").getOrDefault("verified", 0L)
                    + Math.min(probe.getOrDefault("sent", 0L), probe.getOrDefault("verified", 0L));
            long given = at("after", "backend", "held").getOrDefault("given", 0L)
                    - at("before", "backend", "counts").getOrDefault("given", 0L);
            same(name + "held.verified", recorded.held().verified(), verified * recorded.messagesPerRequest());
            same(name + "held.given", recorded.held().given(), given);
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
        private long voluntary;
        private long involuntary;
        private long faults;
        private long calls;

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
            voluntary += grown(then, now, "voluntarySwitches");
            involuntary += grown(then, now, "involuntarySwitches");
            faults += grown(then, now, "minorFaults");
            calls += grown(then, now, "readWriteCalls");
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

        /** A command was run on both sides of the window: its CPU time counts in the proportion of the lengths. */
        void told(Map<String, Long> then, Map<String, Long> now, double seconds) {
            double stretch = (grown(then, now, "begunNanos") + grown(then, now, "endedNanos")) / 2.0;
            user = Math.round(grown(then, now, "cpuMicros") * seconds * 1e9 / stretch);
            system = 0;
            rss = now.getOrDefault("rssBytes", 0L);
            threads = now.getOrDefault("threads", 0L);
        }
    }
}
