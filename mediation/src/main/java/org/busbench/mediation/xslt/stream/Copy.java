package org.busbench.mediation.xslt.stream;

/** {@code xsl:copy}: the node without what is inside, but with its namespaces. */
record Copy(Content content) implements Instruction {

    @Override
    public void run(Transducer run, int node) throws GaveUp {
        if (AttributeNode.is(node) || run.fragment().isText(node)) {
            run.copies().leaf(node);
        } else if (run.fragment().isElement(node)) {
            OutputScope around = run.result().scope();
            run.copies().start(node, true);
            content.run(run, node);
            run.result().end(run.fragment().tag(node).endTag(), around);
        } else {
            run.result().seal();
            content.run(run, node);
        }
    }

    @Override
    public Reach reach() {
        return content.reach();
    }
}
