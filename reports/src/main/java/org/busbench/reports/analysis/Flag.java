package org.busbench.reports.analysis;

/** Something that a reader must know of a cell before believing its figures. */
public record Flag(Kind kind, String explanation) {

    /** What there is to know. */
    public enum Kind {
        /** Goodput within 10 % of {@code direct} in the same blocks: the rig may have set the figure. */
        RIG_LIMITED("rig-limited"),
        /** A trial stalled, drifted, or changed its level. */
        UNSTABLE("unstable"),
        /** A trial was not steady, and others used the machine when it was not: nothing is said against the mediator. */
        NOISY("noisy machine"),
        /** The mediator grows with the messages. */
        LEAKS("leaks"),
        /** A block lies far from the others. It counts like any other. */
        OUTLIER("outlier block"),
        /** A block differs from the others for all adapters alike. */
        BLOCK_EFFECT("block effect"),
        /** The adapter worked on other terms than all others, undeclared. */
        PARITY("parity break"),
        /** The backend's count is not the injector's. */
        NOT_RECONCILED("not reconciled"),
        /** A whole response that was compared was not the expected one. */
        DIFFERENT("wrong content");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /**
         * The word that a page shows.
         *
         * @return for example {@code unstable}
         */
        public String word() {
            return word;
        }
    }
}
