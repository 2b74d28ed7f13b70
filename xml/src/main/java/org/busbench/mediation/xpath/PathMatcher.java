package org.busbench.mediation.xpath;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.busbench.mediation.xml.Attributes;
import org.busbench.mediation.xml.Name;
import org.busbench.mediation.xml.NameSet;
import org.busbench.mediation.xml.Tokenizer;
import org.busbench.mediation.xpath.Path.Origin;
import org.busbench.mediation.xpath.Path.Step;
import org.busbench.mediation.xpath.Path.Tail;
import org.busbench.mediation.xpath.PathMatcher.Automaton.State;
import org.busbench.mediation.xpath.StreamPlan.PathQuery;

/**
 * Follows one path through a message and hands what it selects to a {@link ResultCollector}. Used again for the next message; confined to one
 * evaluation.
 */
final class PathMatcher {
    private final Path path;
    private final Step[] steps;
    private final long selected;
    private final long conditional;
    private final boolean textSelected;
    private final Automaton automaton;
    private final ResultCollector selection;
    private State[] states = new State[32];
    private int[] counts;
    private boolean begun;

    /** Answers texts as arrays of UTF-8 if that is asked, else as strings. */
    PathMatcher(PathQuery query, boolean asBytes) {
        path = query.path();
        steps = path.steps().toArray(new Step[0]);
        selected = 1L << steps.length;
        textSelected = path.tail() == Path.Tail.TEXT;
        automaton = new Automaton(path);
        selection = new ResultCollector(query, asBytes);
        counts = new int[states.length * steps.length];
        long bits = 0;
        for (int i = 0; i < steps.length; i++) {
            bits |= steps[i].conditional() ? 1L << i : 0;
        }
        conditional = bits;
    }

    void begin(boolean namesChanged) {
        if (namesChanged) {
            automaton.forget();
        }
        selection.begin();
        begun = path.origin() == Origin.DOCUMENT;
        states[0] = automaton.state(begun ? 1 : 0);
        Arrays.fill(counts, 0, steps.length, 0);
        if (begun && (states[0].mask & selected) != 0) {
            selection.requireTree();
        }
    }

    ResultCollector selection() {
        return selection;
    }

    /** Whether below the body only elements of the path's own names matter to it, and texts only inside of what it collects. */
    boolean goesByNames() {
        return !path.below()
                && !textSelected
                && path.steps().stream().noneMatch(step -> step.descendant() || step.value() != null);
    }

    /** Whether a step of the path may lead to elements of that name. */
    boolean names(Name name) {
        return path.steps().stream().anyMatch(step -> step.test().matches(name.namespace(), name.local()));
    }

    Origin origin() {
        return path.origin();
    }

    /** An element has begun; {@code depth} counts it. */
    void start(Tokenizer tokenizer, byte[] bytes, int depth, Origin here) {
        if (selection.answered()) {
            return;
        }
        selection.separator();
        if (depth == states.length) {
            states = Arrays.copyOf(states, 2 * depth);
            counts = Arrays.copyOf(counts, 2 * depth * steps.length);
        }
        Name name = tokenizer.tag().name();
        State parent = states[depth - 1];
        State state = Automaton.DEAD;
        if (parent != Automaton.DEAD) {
            Automaton.Transition transition = automaton.next(parent, name);
            state = transition.asked() == 0 ? transition.to() : conditions(transition, tokenizer, depth);
            if (selection.isTesting(depth - 1) && parent.ignorable.contains(name) && !selection.asksFor(name)) {
                parent.untested.add(name);
            }
        }
        if (here != null && here == path.origin()) {
            begun = true;
            state = automaton.state(state.mask | 1);
        }
        states[depth] = state;
        if (state != Automaton.DEAD) {
            entered(state, tokenizer, bytes, depth);
        }
        selection.tested(name, depth);
    }

    private void entered(State state, Tokenizer tokenizer, byte[] bytes, int depth) {
        if ((state.mask & conditional) != 0) {
            Arrays.fill(counts, depth * steps.length, (depth + 1) * steps.length, 0);
        }
        if ((state.mask & selected) != 0) {
            selection.element(tokenizer, bytes, depth);
        }
    }

    private State conditions(Automaton.Transition transition, Tokenizer tokenizer, int depth) {
        long mask = transition.to().mask;
        for (int i = 0; i < steps.length; i++) {
            if ((transition.asked() & 1L << i) != 0 && holds(i, tokenizer, depth)) {
                mask |= 1L << (i + 1);
            }
        }
        if (mask == transition.toIfAllHold().mask) {
            return transition.toIfAllHold();
        }
        return mask == transition.to().mask ? transition.to() : automaton.state(mask);
    }

    private boolean holds(int index, Tokenizer tokenizer, int depth) {
        Step step = steps[index];
        if (step.position() > 0 && ++counts[(depth - 1) * steps.length + index] != step.position()) {
            return false;
        }
        for (Path.AttributeTest test : step.attributes()) {
            if (!holds(test, tokenizer.attributes())) {
                return false;
            }
        }
        if (step.value() != null) {
            selection.candidate(step.value(), depth);
        }
        return true;
    }

    private static boolean holds(Path.AttributeTest test, Attributes attributes) {
        for (int i = 0; i < attributes.count(); i++) {
            Name name = attributes.name(i);
            if (test.name().matches(name.namespace(), name.local())
                    && (test.comparison() == null || test.comparison().holds(attributes, i))) {
                return true;
            }
        }
        return false;
    }

    /** Elements have begun inside the one at {@code from} without a word, since they lead where it does; the one at {@code to} begins. */
    void passed(int from, int to) {
        while (states.length <= to) {
            states = Arrays.copyOf(states, 2 * states.length);
            counts = Arrays.copyOf(counts, states.length * steps.length);
        }
        Arrays.fill(states, from + 1, to, states[from]);
    }

    /** Whether something inside of the open element at that depth may be selected, of a path that goes by names. */
    boolean leadsOn(int depth) {
        return !selection.answered() && states[depth] != Automaton.DEAD;
    }

    /** Names of children that cannot change the result, of the open element at that depth; null when its texts or all children can. */
    NameSet ignorableInside(int depth) {
        if (selection.answered()) {
            return NameSet.ALL;
        }
        State state = states[depth];
        if (state == Automaton.DEAD && !selection.reads()) {
            return NameSet.ALL;
        }
        boolean selectsTexts = textSelected && (state.mask & selected) != 0;
        if (selectsTexts || selection.reads()) {
            return null;
        }
        return selection.isTesting(depth) ? state.untested : state.ignorable;
    }

    /** The element at that depth ends. */
    void end(int depth) {
        if (selection.answered()) {
            return;
        }
        selection.separator();
        selection.end(depth);
        if (states[depth] != Automaton.DEAD && !selection.answered() && !selection.busy() && exhausted(depth - 1)) {
            selection.finish();
        }
    }

    /** Whether nothing can match any more when the elements down to that depth are open. */
    private boolean exhausted(int open) {
        if (!begun) {
            return false;
        }
        for (int depth = open; depth > 0; depth--) {
            State state = states[depth];
            if (state.canMatchAgain) {
                return false;
            }
            for (int i = 0; i < steps.length; i++) {
                if ((state.mask & 1L << i) != 0 && counts[depth * steps.length + i] < steps[i].position()) {
                    return false;
                }
            }
        }
        return true;
    }

    void text(byte[] in, int from, int to, int depth) {
        if (selection.answered()) {
            return;
        }
        if (textSelected && (states[depth].mask & selected) != 0) {
            selection.selectedText();
        }
        selection.text(in, from, to, depth);
    }

    void character(int codePoint, int depth) {
        if (selection.answered()) {
            return;
        }
        if (textSelected && (states[depth].mask & selected) != 0) {
            selection.selectedText();
        }
        selection.character(codePoint, depth);
    }

    /** A comment or processing instruction: what follows is another text. */
    void separator() {
        if (!selection.answered()) {
            selection.separator();
        }
    }

    /**
     * Which steps of a path lead to an element, as a bit set: bit i says that the first i steps do. Transitions by name are computed once for
     * each name of the symbol table. Confined to one evaluation.
     */
    static final class Automaton {
        /** No step leads here nor to anything inside. */
        static final State DEAD = new State(0, false, false);

        /** A set of steps. */
        static final class State {
            final long mask;
            /** Whether any number of elements or texts inside may still match. */
            final boolean canMatchAgain;

            /**
             * Names of children that pass no test and lead nowhere or, below a step to descendants, just here again, as far as they have been met.
             */
            final NameSet ignorable;

            /** Those among them for which a predicate on a child does not ask either. */
            final NameSet untested;

            private Transition[] byName = new Transition[32];

            State(long mask, boolean canMatchAgain, boolean reachesDown) {
                this.mask = mask;
                this.canMatchAgain = canMatchAgain;
                this.ignorable = reachesDown ? NameSet.deep() : new NameSet();
                this.untested = reachesDown ? NameSet.deep() : new NameSet();
            }
        }

        /** Where an element leads if none of the conditional steps that it is asked for hold, and if all do. */
        record Transition(State to, long asked, State toIfAllHold) {}

        private final Path path;
        private final Map<Long, State> states = new HashMap<>();
        /** Where the first step sets out; null until it is asked for. */
        private State outset;

        Automaton(Path path) {
            this.path = path;
        }

        /** Names have got other ids. */
        void forget() {
            states.clear();
            outset = null;
        }

        State state(long mask) {
            if (mask == 0) {
                return DEAD;
            }
            if (mask == 1 && outset != null) {
                return outset;
            }
            State found = states.computeIfAbsent(mask, bits -> new State(bits, canMatchAgain(bits), reachesDown(bits)));
            outset = mask == 1 ? found : outset;
            return found;
        }

        /** Where an element of that name leads. */
        Transition next(State from, Name name) {
            int id = name.id();
            if (id < from.byName.length && from.byName[id] != null) {
                return from.byName[id];
            }
            long mask = mask(from.mask, name);
            long asked = asked(from.mask, name);
            Transition made = new Transition(state(mask), asked, state(mask | asked << 1));
            if (made.asked == 0 && (made.to == DEAD || leadsNoFurther(from.mask, made.to.mask))) {
                from.ignorable.add(name);
            }
            if (id >= from.byName.length) {
                from.byName = Arrays.copyOf(from.byName, Math.max(2 * from.byName.length, id + 1));
            }
            from.byName[id] = made;
            return made;
        }

        private boolean reachesDown(long mask) {
            for (int i = 0; i < path.steps().size(); i++) {
                if ((mask & 1L << i) != 0 && path.steps().get(i).descendant()) {
                    return true;
                }
            }
            return false;
        }

        /** Whether what is inside of such a child leads where it would lead without the child: no elements are counted, and none match for where they stand. */
        private boolean leadsNoFurther(long from, long child) {
            for (int i = 0; i < path.steps().size(); i++) {
                if ((from & 1L << i) != 0 && path.steps().get(i).position() > 0) {
                    return false;
                }
            }
            long matches = 1L << path.steps().size();
            boolean reachesInside = path.below() || path.tail() == Tail.TEXT;
            return child == (reachesInside ? from : from & ~matches) && (!reachesInside || (from & matches) == 0);
        }

        private long asked(long from, Name name) {
            List<Path.Step> steps = path.steps();
            long asked = 0;
            for (int i = 0; i < steps.size(); i++) {
                Path.Step step = steps.get(i);
                if ((from & 1L << i) != 0
                        && step.conditional()
                        && step.test().matches(name.namespace(), name.local())) {
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

        private boolean canMatchAgain(long mask) {
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
}
