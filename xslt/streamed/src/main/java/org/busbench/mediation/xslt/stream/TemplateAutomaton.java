package org.busbench.mediation.xslt.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.busbench.mediation.xml.Name;
import org.busbench.mediation.xpath.syntax.NameTest;
import org.busbench.mediation.xslt.stream.Expression.Condition;
import org.busbench.mediation.xslt.stream.Instruction.LiteralElement;
import org.busbench.mediation.xslt.stream.Instruction.Template;
import org.busbench.mediation.xslt.stream.TemplateAutomaton.Pattern.Target;

/**
 * The match patterns of a program as one deterministic automaton over the names of open elements, built lazily while messages bring names. A state knows the
 * patterns that match.
 *
 * <p>Confined to one thread.
 */
public final class TemplateAutomaton implements SourceReader.States {

    /** States of one vocabulary; with more of them the message is left to the tree. */
    private static final int MOST_STATES = 2048;

    private final List<Pattern> patterns;
    private final int modes;
    private final int[] first;
    private final int positions;
    private final Map<BitSet, State> states = new HashMap<>();
    private State document;
    private State[] byId = new State[64];
    private int count;

    TemplateAutomaton(List<Pattern> patterns, int modes) {
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
        Arrays.fill(byId, null);
        count = 0;
        BitSet start = new BitSet(positions);
        for (int position : first) {
            start.set(position);
        }
        document = made(start, true);
    }

    /** The state of that number. */
    State state(int id) {
        return byId[id];
    }

    State document() {
        return document;
    }

    @Override
    public int child(int state, Name name) throws TreeNeededException {
        return child(byId[state], name).id;
    }

    State child(State of, Name name) throws TreeNeededException {
        State known = of.known(name.id());
        if (known == null) {
            known = computed(of, name);
            of.remember(name.id(), known);
        }
        return known;
    }

    private State computed(State of, Name name) throws TreeNeededException {
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
                throw new TreeNeededException("more than " + MOST_STATES + " combinations of patterns");
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
        State state = new State(count, reached, modes, ofNode, ofTexts, ofAttributes);
        if (count == byId.length) {
            byId = Arrays.copyOf(byId, 2 * count);
        }
        byId[count++] = state;
        return state;
    }

    /**
     * How far the patterns of a program lead to an element, and which of them match it, its texts and its attributes. Made by {@link TemplateAutomaton}; belongs to
     * one thread.
     */
    static final class State {

        private static final Pattern[] NONE = new Pattern[0];

        /** Counts the states of one automaton from 0. */
        final int id;

        private final BitSet positions;
        private final Pattern[][] ofNode;
        private final Pattern[][] ofTexts;
        private final Pattern[][] ofAttributes;
        private final LiteralElement[] aroundText;
        private State[] byName = new State[32];

        /** What is written for those elements that are records. */
        final RecordLayout.Cache layouts = new RecordLayout.Cache();

        State(
                int id,
                BitSet positions,
                int modes,
                List<Pattern> matchingNode,
                List<Pattern> matchingTexts,
                List<Pattern> matchingAttributes) {
            this.id = id;
            this.positions = positions;
            this.ofNode = byMode(modes, matchingNode);
            this.ofTexts = byMode(modes, matchingTexts);
            this.ofAttributes = byMode(modes, matchingAttributes);
            this.aroundText = new LiteralElement[modes];
            for (int mode = 0; mode < modes; mode++) {
                Pattern[] first = ofNode[mode];
                boolean sure = first.length > 0 && first[0].condition() == null && first[0].attribute() == null;
                aroundText[mode] = sure ? first[0].template().content().aroundOwnText() : null;
            }
        }

        private static Pattern[][] byMode(int modes, List<Pattern> patterns) {
            Pattern[][] all = new Pattern[modes][];
            for (int mode = 0; mode < modes; mode++) {
                int wanted = mode;
                all[mode] = patterns.stream()
                        .filter(pattern -> pattern.mode() == wanted)
                        .sorted()
                        .toArray(Pattern[]::new);
                if (all[mode].length == 0) {
                    all[mode] = NONE;
                }
            }
            return all;
        }

        BitSet positions() {
            return positions;
        }

        /** The element to write around a text, where any element here gets only that; or null. */
        LiteralElement aroundText(int mode) {
            return aroundText[mode];
        }

        /** Patterns that match the element or document by its path, the first to be asked first. */
        Pattern[] ofNode(int mode) {
            return ofNode[mode];
        }

        Pattern[] ofTexts(int mode) {
            return ofTexts[mode];
        }

        /** Their names are not judged yet. */
        Pattern[] ofAttributes(int mode) {
            return ofAttributes[mode];
        }

        /** The state of a child, or null when it was not computed yet. */
        State known(int name) {
            return name < byName.length ? byName[name] : null;
        }

        void remember(int name, State child) {
            if (name >= byName.length) {
                byName = Arrays.copyOf(byName, Math.max(2 * byName.length, name + 1));
            }
            byName[name] = child;
        }
    }

    /**
     * A match pattern: a path of names from some ancestor, or from the document, down to the nodes that are meant.
     *
     * @param steps names of elements, outermost first
     * @param attribute which attributes, for {@link Target#ATTRIBUTE}
     * @param deep whether the text or attribute may be anywhere below the path
     * @param condition what must be true of the node as well, or null
     * @param precedence that of the import; the highest one is asked first
     */
    public record Pattern(
            List<Step> steps,
            Target target,
            NameTest attribute,
            boolean deep,
            Condition condition,
            int mode,
            int precedence,
            double priority,
            int order,
            Template template)
            implements Comparable<Pattern> {

        /** Kinds of nodes. */
        public enum Target {
            DOCUMENT,
            ELEMENT,
            TEXT,
            ATTRIBUTE
        }

        /**
         * A step of the path.
         *
         * @param anywhere whether any number of elements may stand between it and the one before
         */
        public record Step(NameTest test, boolean anywhere) {}

        public Pattern {
            steps = List.copyOf(steps);
        }

        /** The one that is asked first comes first. */
        @Override
        public int compareTo(Pattern other) {
            int byPrecedence = Integer.compare(other.precedence, precedence);
            if (byPrecedence != 0) {
                return byPrecedence;
            }
            int byPriority = Double.compare(other.priority, priority);
            return byPriority != 0 ? byPriority : Integer.compare(other.order, order);
        }
    }
}
