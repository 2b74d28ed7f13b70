package org.busbench.mediation.xslt.stream;

/**
 * {@code xsl:apply-templates}: of attributes first, then of children.
 *
 * @param attributes which attributes, or null for none
 * @param rest where else, or null for nowhere
 * @param mode index of the mode
 */
record Apply(Step attributes, Step rest, int mode) implements Instruction, Visitor {

    @Override
    public void run(Transducer run, int node) throws GaveUp {
        if (attributes != null) {
            attributes.each(run, node, this);
        }
        if (rest == null) {
            return;
        }
        if (!AttributeNode.is(node) && run.fragment().isOpen(node)) {
            run.dispatch().applyAsTheyCome(node, rest, mode);
        } else {
            rest.each(run, node, this);
        }
    }

    @Override
    public void visit(Transducer run, int node) throws GaveUp {
        run.dispatch().apply(node, mode);
    }

    @Override
    public Reach reach() {
        if (rest == null) {
            return attributes.reach();
        }
        return rest.followsTheStream() ? Reach.STREAM : Reach.ALL;
    }
}
