package org.busbench.harness.measure;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where the cost of one party of a trial is read. */
public sealed interface CostSource {

    /** The processes that belong to it now; empty when they are gone, or unknown. */
    Set<Long> pids();

    /**
     * A process with its descendants.
     *
     * @param root its process id
     */
    record Tree(long root) implements CostSource {
        @Override
        public Set<Long> pids() {
            Stream<ProcessHandle> descendants =
                    ProcessHandle.of(root).map(ProcessHandle::descendants).orElseGet(Stream::empty);
            return Stream.concat(Stream.of(root), descendants.map(ProcessHandle::pid))
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        }

        @Override
        public String toString() {
            return "process " + root;
        }
    }

    /**
     * A container on this machine.
     *
     * @param init its first process
     * @param group whose CPU time is that of all its processes
     */
    record Group(long init, ControlGroup group) implements CostSource {
        @Override
        public Set<Long> pids() {
            Set<Long> pids = new LinkedHashSet<>(Set.of(init));
            pids.addAll(group.pids());
            return pids;
        }

        @Override
        public String toString() {
            return "the container of process " + init;
        }
    }

    /**
     * A program of which a command tells.
     *
     * @param command what to run
     * @param pids processes of this machine that serve, as far as they are known; no cost is taken of them, but what they use
     *     is not what strangers use
     */
    record Told(CostCommand command, Set<Long> pids) implements CostSource {
        public Told {
            pids = Set.copyOf(pids);
        }
    }

    /**
     * Nothing: what could be read is not the cost of what serves.
     *
     * @param why as a sentence without a full stop
     * @param pids processes of this machine that serve, as far as they are known; no cost is taken of them, but what they use
     *     is not what strangers use
     */
    record None(String why, Set<Long> pids) implements CostSource {
        public None {
            if (why.isBlank()) {
                throw new IllegalArgumentException("a cost is not measured for a reason");
            }
            pids = Set.copyOf(pids);
        }
    }
}
