package org.busbench.mediation.xslt.stream;

/** {@code xsl:if}, or a branch of {@code xsl:choose}. */
record Choose(Condition when, Instruction then, Instruction otherwise) implements Instruction {

    @Override
    public void run(Transducer run, int node) throws GaveUp {
        (when.isTrue(run, node) ? then : otherwise).run(run, node);
    }

    @Override
    public Reach reach() {
        boolean tag = when.reach() == Reach.TAG && then.reach() == Reach.TAG && otherwise.reach() == Reach.TAG;
        return tag ? Reach.TAG : Reach.ALL;
    }
}
