package org.busbench.mediation.xslt.stream;

/** {@code xsl:attribute} with a name of the stylesheet's, in no namespace. */
record WriteAttribute(String name, Literal written, Value value) implements Instruction {

    @Override
    public void run(Transducer run, int node) throws GaveUp {
        run.result().startAttribute("", name);
        run.result().out().put(written.utf8());
        value.write(run, node, run.result().out(), Escape.ATTRIBUTE);
        run.result().endAttribute();
    }

    @Override
    public Reach reach() {
        return value.reach();
    }
}
