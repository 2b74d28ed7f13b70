package org.busbench.reports.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.busbench.record.Adapter;
import org.busbench.record.Purpose;
import org.busbench.record.RecordedRun;
import org.busbench.record.Trial;

/**
 * Whether trials met the processes that the suite asked for: an adapter's processes come one after another, and none lives
 * on into the next group of blocks. Reads no other code's idea of what a group is. One for a run, lines in their order.
 */
final class ForkRules {

    private final Integer groups;
    private final int blocksOfGroup;
    private final Set<String> withProcess;
    private final Map<String, Trial> last = new HashMap<>();
    private final Set<String> unnamed = new HashSet<>();

    ForkRules(RecordedRun run) {
        this.groups = run.info().suite().repeats().forks();
        int blocks = run.info().suite().repeats().blocks();
        this.blocksOfGroup = groups == null ? blocks : (blocks + groups - 1) / groups;
        this.withProcess = run.info().adapters().stream()
                .filter(adapter -> adapter.process().commandLine() != null
                        && !adapter.process().commandLine().isEmpty())
                .map(Adapter::name)
                .collect(Collectors.toSet());
    }

    void check(Trial trial, Problems.Line line) {
        if (groups == null || !trial.measured()) {
            return;
        }
        if (trial.position().fork() == null) {
            if (withProcess.contains(trial.adapter()) && unnamed.add(trial.adapter())) {
                line.says("does not say which process of %s it met ('fork')", trial.adapter());
            }
            return;
        }
        if (!withProcess.contains(trial.adapter())) {
            line.says(
                    "met process %d of %s, which has none by run.json",
                    trial.position().fork(), trial.adapter());
        }
        Trial before = last.put(trial.adapter(), trial);
        if (before == null) {
            return;
        }
        if (trial.position().fork() < before.position().fork()) {
            line.says(
                    "met process %d of %s after process %d: processes come one after another",
                    trial.position().fork(), trial.adapter(), before.position().fork());
        }
        if (inBlocks(trial)
                && inBlocks(before)
                && groups > 1
                && group(trial) != group(before)
                && trial.position().fork().equals(before.position().fork())) {
            line.says(
                    "met process %d of %s, which block %d met too: between them it had to be started anew",
                    trial.position().fork(), trial.adapter(), before.block());
        }
    }

    private static boolean inBlocks(Trial trial) {
        return trial.purpose() == Purpose.COMPARISON || trial.purpose() == Purpose.DUET;
    }

    private int group(Trial trial) {
        return (trial.block() - 1) / blocksOfGroup;
    }
}
