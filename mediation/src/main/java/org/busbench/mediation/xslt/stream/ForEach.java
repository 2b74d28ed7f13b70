package org.busbench.mediation.xslt.stream;

/** {@code xsl:for-each}, without sorting. */
record ForEach(Selection selection, Content content) implements Instruction, Visitor {

    @Override
    public void run(Transducer run, int node) throws GaveUp {
        selection.each(run, node, this);
    }

    @Override
    public void visit(Transducer run, int node) throws GaveUp {
        content.run(run, node);
    }

    @Override
    public Reach reach() {
        return selection.reach() == Reach.TAG && content.reach() == Reach.TAG ? Reach.TAG : Reach.ALL;
    }
}
