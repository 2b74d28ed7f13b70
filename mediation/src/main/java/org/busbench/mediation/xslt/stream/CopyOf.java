package org.busbench.mediation.xslt.stream;

/** {@code xsl:copy-of}: nodes with all that is inside. */
record CopyOf(Selection selection) implements Instruction, Visitor {

    @Override
    public void run(Transducer run, int node) throws GaveUp {
        selection.each(run, node, this);
    }

    @Override
    public void visit(Transducer run, int node) throws GaveUp {
        run.copies().whole(node);
    }

    @Override
    public Reach reach() {
        boolean attributes = selection.paths().stream().allMatch(path -> path.axis() == Step.Axis.ATTRIBUTE);
        return attributes ? selection.reach() : Reach.ALL;
    }
}
