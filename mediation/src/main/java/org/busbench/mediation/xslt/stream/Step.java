package org.busbench.mediation.xslt.stream;

import java.util.List;

/**
 * A step of a location path, and what follows it. Steps go down only, so that nodes come in document order, each once.
 *
 * @param axis where to
 * @param test which nodes there, null for any
 * @param excluded bits of names that are not wanted
 * @param position which of them, counted from 1; 0 for all
 * @param conditions what else must be true of them
 * @param next the rest of the path, or null
 */
record Step(Axis axis, NodeTest test, long excluded, int position, List<Condition> conditions, Step next) {

    /** Directions. */
    enum Axis {
        SELF,
        CHILD,
        DESCENDANT,
        ATTRIBUTE
    }

    /** There is no such node. */
    static final int NOTHING = Integer.MIN_VALUE;

    Step {
        conditions = List.copyOf(conditions);
    }

    Step before(Step rest) {
        return new Step(axis, test, excluded, position, conditions, rest);
    }

    /** Whether it selects children, each judged by its start tag alone: then they may be judged as they come. */
    boolean followsTheStream() {
        return axis == Axis.CHILD
                && position == 0
                && next == null
                && conditions.stream().allMatch(condition -> condition.reach() == Reach.TAG);
    }

    /** Whether it judges elements by their names alone. */
    boolean judgesByName() {
        return test != null && position == 0 && conditions.isEmpty();
    }

    /** Whether elements are among these whose name has those bits, as far as names go. */
    boolean acceptsName(long bits) {
        return (bits & test.names()) != 0 && (bits & excluded) == 0;
    }

    Reach reach() {
        boolean tag = axis == Axis.ATTRIBUTE || axis == Axis.SELF;
        boolean rest = next == null || next.reach() == Reach.TAG;
        boolean judged = conditions.stream().allMatch(condition -> condition.reach() == Reach.TAG);
        return tag && rest && judged ? Reach.TAG : Reach.ALL;
    }

    /** Whether the node is one of these, its position aside. */
    boolean accepts(Transducer run, int node) throws GaveUp {
        Fragment fragment = run.fragment();
        if (test == null) {
            return true;
        }
        if (AttributeNode.is(node) || fragment.isElement(node)) {
            long names = run.names().bits(fragment.name(node));
            if ((names & test.names()) == 0 || (names & excluded) != 0) {
                return false;
            }
        } else if (!test.text() || !fragment.isText(node)) {
            return false;
        }
        for (int i = 0; i < conditions.size(); i++) {
            if (!conditions.get(i).isTrue(run, node)) {
                return false;
            }
        }
        return true;
    }

    /** Shows the nodes that the path leads to, in document order. */
    void each(Transducer run, int from, Visitor visitor) throws GaveUp {
        if (axis == Axis.CHILD && test != null && position == 0 && next == null && conditions.isEmpty()) {
            eachChild(run, from, visitor);
            return;
        }
        int found = 0;
        for (int node = start(run.fragment(), from); node != NOTHING; node = following(run.fragment(), from, node)) {
            if (!accepts(run, node)) {
                continue;
            }
            found++;
            if (position == 0 || found == position) {
                if (next == null) {
                    visitor.visit(run, node);
                } else {
                    next.each(run, node, visitor);
                }
            }
            if (found == position) {
                return;
            }
        }
    }

    /** The same for children that are judged by their names alone, as most are. */
    private void eachChild(Transducer run, int from, Visitor visitor) throws GaveUp {
        if (AttributeNode.is(from)) {
            return;
        }
        Fragment fragment = run.fragment();
        int last = fragment.end(from);
        int node = from + 1;
        while (true) {
            node = fragment.sibling(node, last, run.names(), test.names(), excluded, test.text());
            if (node == last) {
                return;
            }
            visitor.visit(run, node);
            node = fragment.end(node);
        }
    }

    /** The first node that the path leads to, or {@link #NOTHING}. */
    int first(Transducer run, int from) throws GaveUp {
        int found = 0;
        for (int node = start(run.fragment(), from); node != NOTHING; node = following(run.fragment(), from, node)) {
            if (!accepts(run, node)) {
                continue;
            }
            found++;
            if (position == 0 || found == position) {
                int first = next == null ? node : next.first(run, node);
                if (first != NOTHING) {
                    return first;
                }
            }
            if (found == position) {
                return NOTHING;
            }
        }
        return NOTHING;
    }

    private int start(Fragment fragment, int from) {
        if (axis == Axis.SELF) {
            return from;
        }
        if (AttributeNode.is(from)) {
            return NOTHING;
        }
        if (axis == Axis.ATTRIBUTE) {
            return fragment.attributes(from) > 0 ? AttributeNode.of(from, 0) : NOTHING;
        }
        return from + 1 < fragment.end(from) ? from + 1 : NOTHING;
    }

    private int following(Fragment fragment, int from, int node) {
        int next = switch (axis) {
            case SELF -> NOTHING;
            case CHILD -> fragment.end(node);
            case DESCENDANT -> node + 1;
            case ATTRIBUTE -> {
                int index = AttributeNode.index(node) + 1;
                yield index < fragment.attributes(from) ? AttributeNode.of(from, index) : NOTHING;
            }
        };
        return axis == Axis.CHILD || axis == Axis.DESCENDANT ? next < fragment.end(from) ? next : NOTHING : next;
    }
}
