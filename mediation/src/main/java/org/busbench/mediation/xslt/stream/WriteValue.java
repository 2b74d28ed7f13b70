package org.busbench.mediation.xslt.stream;

/** {@code xsl:value-of}, and texts of the stylesheet. */
record WriteValue(Value value) implements Instruction {

    @Override
    public void run(Transducer run, int node) throws GaveUp {
        int begun = run.result().beginText();
        value.write(run, node, run.result().out(), Escape.TEXT);
        run.result().endText(begun);
    }

    @Override
    public Reach reach() {
        return value.reach();
    }
}
