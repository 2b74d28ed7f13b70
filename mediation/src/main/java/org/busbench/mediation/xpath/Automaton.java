package org.busbench.mediation.xpath;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.busbench.mediation.xml.Name;
import org.busbench.mediation.xml.NameSet;
import org.busbench.mediation.xpath.Path.Tail;

/**
 * Which steps of a path lead to an element, as a bit set: bit i says that the first i steps do. Transitions by name are computed once for
 * each name of the symbol table. Confined to one evaluation.
 */
final class Automaton {
    /** No step leads here nor to anything inside. */
    static final State DEAD = new State(0, false);

    /** A set of steps. */
    static final class State {
        final long mask;
        /** Whether any number of elements or texts inside may still match. */
        final boolean lively;

        /** Names of children that lead nowhere and pass no test, as far as they have been met. */
        final NameSet ignorable = new NameSet();

        private Transition[] byName = new Transition[32];

        State(long mask, boolean lively) {
            this.mask = mask;
            this.lively = lively;
        }
    }

    /**
     * Where an element leads.
     *
     * @param to the state that it leads to by its name alone
     * @param asked bits of the steps whose name test it passes, and whose conditions are to be looked at
     */
    record Transition(State to, long asked) {}

    private final Path path;
    private final Map<Long, State> states = new HashMap<>();

    Automaton(Path path) {
        this.path = path;
    }

    /** Names have got other ids. */
    void forget() {
        states.clear();
    }

    State state(long mask) {
        return mask == 0 ? DEAD : states.computeIfAbsent(mask, bits -> new State(bits, isLively(bits)));
    }

    /** Where an element of that name leads. */
    Transition next(State from, Name name) {
        int id = name.id();
        if (id < from.byName.length && from.byName[id] != null) {
            return from.byName[id];
        }
        Transition made = new Transition(state(mask(from.mask, name)), asked(from.mask, name));
        if (made.to == DEAD && made.asked == 0) {
            from.ignorable.add(name);
        }
        if (id >= from.byName.length) {
            from.byName = Arrays.copyOf(from.byName, Math.max(2 * from.byName.length, id + 1));
        }
        from.byName[id] = made;
        return made;
    }

    private long asked(long from, Name name) {
        List<Path.Step> steps = path.steps();
        long asked = 0;
        for (int i = 0; i < steps.size(); i++) {
            Path.Step step = steps.get(i);
            if ((from & 1L << i) != 0 && step.conditional() && step.test().matches(name.namespace(), name.local())) {
                asked |= 1L << i;
            }
        }
        return asked;
    }

    private long mask(long from, Name name) {
        List<Path.Step> steps = path.steps();
        long to = path.below() ? from & 1L << steps.size() : 0;
        for (int i = 0; i < steps.size(); i++) {
            if ((from & 1L << i) == 0) {
                continue;
            }
            Path.Step step = steps.get(i);
            if (step.descendant()) {
                to |= 1L << i;
            }
            if (!step.conditional() && step.test().matches(name.namespace(), name.local())) {
                to |= 1L << (i + 1);
            }
        }
        return to;
    }

    private boolean isLively(long mask) {
        List<Path.Step> steps = path.steps();
        boolean selected = (mask & 1L << steps.size()) != 0;
        if (selected && (path.below() || path.tail() == Tail.TEXT)) {
            return true;
        }
        for (int i = 0; i < steps.size(); i++) {
            if ((mask & 1L << i) != 0
                    && (steps.get(i).position() == 0 || steps.get(i).descendant())) {
                return true;
            }
        }
        return false;
    }
}
