package org.busbench.reports.jtl;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.busbench.reports.run.RunProblem;

/** Numbers the repeats of each cell, those without a number of their own in the order in which they come. */
final class Blocks {

    private final Set<List<Object>> taken = new HashSet<>();

    int of(Labels labels, Path file) {
        if (labels.block() != null) {
            if (!taken.add(key(labels, labels.block()))) {
                throw new RunProblem(file + ": repeat " + labels.block() + " of " + labels.adapter() + ", "
                        + labels.scenario() + ", " + labels.payload() + ", " + labels.concurrency()
                        + " clients is there twice");
            }
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
