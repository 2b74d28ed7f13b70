package org.busbench.mediation.xslt.stream;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.busbench.mediation.xml.Name;
import org.busbench.mediation.xslt.stream.Pattern.Target;

/**
 * All patterns of a program as one automaton over the names of open elements, built while messages bring names: a child's state is looked up, and a state
 * knows its patterns.
 *
 * <p>Belongs to one thread.
 */
final class Rules {

    /** States of one vocabulary; with more of them the message is left to the tree. */
    private static final int MOST_STATES = 2048;

    private final List<Pattern> patterns;
    private final int modes;
    private final int[] first;
    private final int positions;
    private final Map<BitSet, State> states = new HashMap<>();
    private State document;

    Rules(List<Pattern> patterns, int modes) {
        this.patterns = patterns;
        this.modes = modes;
        this.first = new int[patterns.size()];
        int count = 0;
        for (int i = 0; i < first.length; i++) {
            first[i] = count;
            count += patterns.get(i).steps().size() + 1;
        }
        this.positions = count;
        forget();
    }

    /** Names have got other ids. */
    void forget() {
        states.clear();
        BitSet start = new BitSet(positions);
        for (int position : first) {
            start.set(position);
        }
        document = made(start, true);
    }

    State document() {
        return document;
    }

    State child(State of, Name name) throws GaveUp {
        State known = of.known(name.id());
        if (known == null) {
            known = computed(of, name);
            of.remember(name.id(), known);
        }
        return known;
    }

    private State computed(State of, Name name) throws GaveUp {
        BitSet to = new BitSet(positions);
        for (int i = 0; i < first.length; i++) {
            Pattern pattern = patterns.get(i);
            List<Pattern.Step> steps = pattern.steps();
            for (int at = 0; at < steps.size(); at++) {
                if (!of.positions().get(first[i] + at)) {
                    continue;
                }
                Pattern.Step step = steps.get(at);
                if (step.anywhere()) {
                    to.set(first[i] + at);
                }
                if (step.test().matches(name.namespace(), name.local())) {
                    to.set(first[i] + at + 1);
                }
            }
            if (pattern.deep() && of.positions().get(first[i] + steps.size())) {
                to.set(first[i] + steps.size());
            }
        }
        State known = states.get(to);
        if (known == null) {
            if (states.size() == MOST_STATES) {
                throw new GaveUp("more than " + MOST_STATES + " combinations of patterns");
            }
            known = made(to, false);
            states.put(to, known);
        }
        return known;
    }

    private State made(BitSet reached, boolean isDocument) {
        List<Pattern> ofNode = new ArrayList<>();
        List<Pattern> ofTexts = new ArrayList<>();
        List<Pattern> ofAttributes = new ArrayList<>();
        for (int i = 0; i < first.length; i++) {
            Pattern pattern = patterns.get(i);
            if (!reached.get(first[i] + pattern.steps().size())) {
                continue;
            }
            if (pattern.target() == (isDocument ? Target.DOCUMENT : Target.ELEMENT)) {
                ofNode.add(pattern);
            } else if (pattern.target() == Target.TEXT) {
                ofTexts.add(pattern);
            } else if (pattern.target() == Target.ATTRIBUTE) {
                ofAttributes.add(pattern);
            }
        }
        return new State(reached, modes, ofNode, ofTexts, ofAttributes);
    }
}
