package org.busbench.mediation.fastlane;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.busbench.mediation.compile.Destination;

/** A backend, or a group of such, within what picks one of them. For the threads of all loops. */
sealed interface Member {

    /** A leaf that is ready and was not tried, or null. */
    Leaf pick(Set<Leaf> tried);

    /** Whether there is such a leaf; nothing is picked. */
    boolean isReady(Set<Leaf> tried);

    /** Another leaf after one has failed with that code, or null; asked of the group that holds it, then of the one that holds that, and so on. */
    Leaf after(Leaf failed, int code, Set<Leaf> tried);

    /** Whether the leaf is in it. */
    boolean holds(Leaf leaf);

    /** What is said when there is none. */
    String none();

    /** One backend. */
    record One(Leaf leaf) implements Member {

        @Override
        public Leaf pick(Set<Leaf> tried) {
            return isReady(tried) ? leaf : null;
        }

        @Override
        public boolean isReady(Set<Leaf> tried) {
            return leaf.isReady() && !tried.contains(leaf);
        }

        @Override
        public Leaf after(Leaf failed, int code, Set<Leaf> tried) {
            return null;
        }

        @Override
        public boolean holds(Leaf other) {
            return other == leaf;
        }

        @Override
        public String none() {
            return "Currently , " + leaf.target().kind() + " endpoint : " + leaf.state();
        }
    }

    /** Several. */
    final class Some implements Member {

        private final Destination.Group group;
        private final List<Member> members;
        private final AtomicInteger current = new AtomicInteger();

        Some(Destination.Group group, List<Member> members) {
            this.group = group;
            this.members = List.copyOf(members);
        }

        @Override
        public Leaf pick(Set<Leaf> tried) {
            boolean balanced = group.way() == Destination.Way.ROUND_ROBIN;
            int first = group.way() == Destination.Way.FIRST_READY ? 0 : current.get();
            for (int i = 0; i < members.size(); i++) {
                int at = balanced ? nextInTurn() : index(first, i);
                if (members.get(at).isReady(tried)) {
                    if (!balanced) {
                        current.set(at);
                    }
                    Leaf leaf = members.get(at).pick(tried);
                    if (leaf != null) {
                        return leaf;
                    }
                }
            }
            return null;
        }

        /** Whoever stays with one asks that one first, and then all from the beginning. */
        private int index(int first, int attempt) {
            if (attempt == 0) {
                return first;
            }
            return attempt <= first ? attempt - 1 : attempt;
        }

        private int nextInTurn() {
            return current.getAndUpdate(at -> at + 1 == members.size() ? 0 : at + 1);
        }

        @Override
        public boolean isReady(Set<Leaf> tried) {
            for (int i = 0; i < members.size(); i++) {
                if (members.get(i).isReady(tried)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public Leaf after(Leaf failed, int code, Set<Leaf> tried) {
            for (Member member : members) {
                if (member.holds(failed)) {
                    boolean itself = member instanceof One;
                    Leaf within = itself ? null : member.after(failed, code, tried);
                    boolean goesOn = group.retries()
                            && (itself ? !failed.target().finalCodes().contains(code) : member.tellsOutside());
                    return within == null && goesOn ? pick(tried) : within;
                }
            }
            return null;
        }

        @Override
        public boolean holds(Leaf leaf) {
            return members.stream().anyMatch(member -> member.holds(leaf));
        }

        @Override
        public boolean tellsOutside() {
            return group.retries();
        }

        @Override
        public String none() {
            return (group.way() == Destination.Way.ROUND_ROBIN ? "Loadbalance" : "Failover") + " endpoint : "
                    + group.name() + " - no ready child endpoints";
        }
    }

    /** Whether a group around it is told that it failed: a balancing group that tries no other one keeps that to itself. */
    default boolean tellsOutside() {
        return true;
    }
}
