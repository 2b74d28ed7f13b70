package org.busbench.reports.analysis;

/** Something that a reader must know of a cell before believing its figures. */
public record Flag(Kind kind, String explanation) {

    /** The kinds of flags; {@link FlagRules} says when each is set. */
    public enum Kind {
        /** Goodput within 10 % of {@code direct} in the same blocks: the rig may have set the figure. */
        RIG_LIMITED("rig-limited", false),
        /** A trial stalled, drifted, or changed its level. */
        UNSTABLE("unstable", false),
        /** Other programs took a tenth of the CPU or more in a trial, or it was not steady when they used the machine. */
        NOISY("noisy machine", false),
        /** The mediator grows with the messages. */
        LEAKS("leaks", true),
        /** A block lies far from the others. It counts like any other. */
        OUTLIER("outlier block", false),
        /** A block differs from the others for all adapters alike. */
        BLOCK_EFFECT("block effect", false),
        /** The adapter worked on other terms than all others, undeclared. */
        PARITY("parity break", true),
        /** The backend's count is not the injector's. */
        NOT_RECONCILED("not reconciled", true),
        /** The backend is not of busbench: what reached it was not counted, and goodput stands alone. */
        GOODPUT_ALONE("goodput, not reconciled", false),
        /** A whole response that was compared was not the expected one. */
        DIFFERENT("wrong content", true);

        private final String word;
        private final boolean spoils;

        Kind(String word, boolean spoils) {
            this.word = word;
            this.spoils = spoils;
        }

        /** The word that a page shows, for example {@code unstable}. */
        public String word() {
            return word;
        }

        /** Whether a figure is worthless with it, rather than limited. */
        public boolean spoils() {
            return spoils;
        }
    }
}
