package org.busbench.reports.jtl;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.busbench.record.RunProblem;

/**
 * Numbers the repeats of each cell. Those that say a number have it; the others get the lowest ones that nobody says, in
 * the order in which they are asked for. Not safe for concurrent use.
 */
final class Blocks {

    private final Set<List<Object>> taken = new HashSet<>();

    /** Takes in what a stretch of load of a file says; all of them before the first is numbered. */
    void say(Labels labels, Path file) {
        if (labels.block() != null && !taken.add(key(labels, labels.block()))) {
            throw new RunProblem(file + ": repeat " + labels.block() + " of " + labels.adapter() + ", "
                    + labels.scenario() + ", " + labels.payload() + ", " + labels.concurrency()
                    + " clients is there twice: in another file, or as another stretch of load in this one; say no"
                    + " repeat, and they are counted in the order of time");
        }
    }

    int of(Labels labels) {
        if (labels.block() != null) {
            return labels.block();
        }
        int block = 1;
        while (!taken.add(key(labels, block))) {
            block++;
        }
        return block;
    }

    private static List<Object> key(Labels labels, int block) {
        return List.of(labels.adapter(), labels.scenario(), labels.payload(), labels.concurrency(), block);
    }
}
