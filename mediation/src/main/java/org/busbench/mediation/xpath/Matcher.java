package org.busbench.mediation.xpath;

import java.util.Arrays;
import java.util.List;
import org.busbench.mediation.xml.NameSet;
import org.busbench.mediation.xml.Tag;
import org.busbench.mediation.xpath.Automaton.State;
import org.busbench.mediation.xpath.Path.Origin;
import org.busbench.mediation.xpath.Path.Step;

/**
 * Follows one path through a message and hands what it selects to a {@link Selection}. Used again for the next message; confined to one
 * evaluation.
 */
final class Matcher {
    private final Path path;
    private final Step[] steps;
    private final long selected;
    private final long conditional;
    private final boolean textSelected;
    private final Automaton automaton;
    private final Selection selection;
    private State[] states = new State[32];
    private int[] counts;
    private boolean begun;

    Matcher(Leaf leaf) {
        path = leaf.path();
        steps = path.steps().toArray(new Step[0]);
        selected = 1L << steps.length;
        textSelected = path.tail() == Path.Tail.TEXT;
        automaton = new Automaton(path);
        selection = new Selection(leaf);
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
            selection.unsure();
        }
    }

    Selection selection() {
        return selection;
    }

    /** An element begins, as the how-manieth open one. */
    void start(Tag tag, int depth, Origin here) {
        if (selection.answered()) {
            return;
        }
        selection.separator();
        if (depth == states.length) {
            states = Arrays.copyOf(states, 2 * depth);
            counts = Arrays.copyOf(counts, 2 * depth * steps.length);
        }
        State parent = states[depth - 1];
        State state = Automaton.DEAD;
        if (parent != Automaton.DEAD) {
            Automaton.Transition transition = automaton.next(parent, tag.name());
            state = transition.asked() == 0 ? transition.to() : conditions(transition, tag, depth);
        }
        if (here != null && here == path.origin()) {
            begun = true;
            state = automaton.state(state.mask | 1);
        }
        states[depth] = state;
        if (state != Automaton.DEAD) {
            entered(state, tag, depth);
        }
        selection.tested(tag, depth);
    }

    private void entered(State state, Tag tag, int depth) {
        if ((state.mask & conditional) != 0) {
            Arrays.fill(counts, depth * steps.length, (depth + 1) * steps.length, 0);
        }
        if ((state.mask & selected) != 0) {
            selection.element(tag, depth);
        }
    }

    private State conditions(Automaton.Transition transition, Tag tag, int depth) {
        long mask = transition.to().mask;
        for (int i = 0; i < steps.length; i++) {
            if ((transition.asked() & 1L << i) != 0 && holds(i, tag, depth)) {
                mask |= 1L << (i + 1);
            }
        }
        return mask == transition.to().mask ? transition.to() : automaton.state(mask);
    }

    private boolean holds(int index, Tag tag, int depth) {
        Step step = steps[index];
        if (step.position() > 0 && ++counts[(depth - 1) * steps.length + index] != step.position()) {
            return false;
        }
        for (Path.AttributeTest test : step.attributes()) {
            if (!holds(test, tag)) {
                return false;
            }
        }
        if (step.value() != null) {
            selection.candidate(step.value(), depth);
        }
        return true;
    }

    private static boolean holds(Path.AttributeTest test, Tag tag) {
        for (int i = 0; i < tag.attributes(); i++) {
            boolean named = test.name()
                    .matches(tag.attribute(i).namespace(), tag.attribute(i).local());
            if (named && (test.comparison() == null || test.comparison().holds(tag.value(i)))) {
                return true;
            }
        }
        return false;
    }

    /** Which children of the element that is open at that depth make no difference, nor its own texts; null when texts or all children do. */
    NameSet ignorableInside(int depth) {
        if (selection.answered()) {
            return NameSet.ALL;
        }
        State state = states[depth];
        if (state == Automaton.DEAD && !selection.reads()) {
            return NameSet.ALL;
        }
        boolean selectsTexts = textSelected && (state.mask & selected) != 0;
        return selectsTexts || selection.reads() || selection.busy() ? null : state.ignorable;
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
            if (state.lively) {
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

    static Matcher[] of(Program program) {
        List<Leaf> leaves = program.leaves();
        Matcher[] matchers = new Matcher[leaves.size()];
        for (int i = 0; i < matchers.length; i++) {
            matchers[i] = new Matcher(leaves.get(i));
        }
        return matchers;
    }
}
