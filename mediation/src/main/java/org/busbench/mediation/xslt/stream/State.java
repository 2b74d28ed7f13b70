package org.busbench.mediation.xslt.stream;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * How far the patterns of a program lead to an element, and which of them match it, its texts and its attributes. Made by {@link Rules}; belongs to
 * one thread.
 */
final class State {

    private static final Pattern[] NONE = new Pattern[0];

    private final BitSet positions;
    private final Pattern[][] ofNode;
    private final Pattern[][] ofTexts;
    private final Pattern[][] ofAttributes;
    private final LiteralElement[] aroundText;
    private State[] byName = new State[32];

    State(
            BitSet positions,
            int modes,
            List<Pattern> matchingNode,
            List<Pattern> matchingTexts,
            List<Pattern> matchingAttributes) {
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

    /** What is written around the text of the element, if that is all that is done with any element here; or null. */
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
