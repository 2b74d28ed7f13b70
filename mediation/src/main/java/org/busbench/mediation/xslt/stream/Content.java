package org.busbench.mediation.xslt.stream;

import java.util.List;

/** Instructions one after the other: the content of a template or of an instruction. */
final class Content implements Instruction {

    private final Instruction[] instructions;
    private final Reach reach;

    Content(List<Instruction> instructions) {
        this.instructions = instructions.toArray(new Instruction[0]);
        this.reach = instructions.stream().map(Instruction::reach).reduce(Reach.TAG, Reach::then);
    }

    @Override
    public void run(Transducer run, int node) throws GaveUp {
        for (Instruction instruction : instructions) {
            instruction.run(run, node);
        }
    }

    /** Whether it writes the text of its node and nothing else. */
    boolean isOwnText() {
        return instructions.length == 1
                && instructions[0] instanceof WriteValue written
                && written.value() instanceof Value.Own;
    }

    /** The element that it writes around the text of its node, if it does nothing else; or null. */
    LiteralElement aroundOwnText() {
        return instructions.length == 1 && instructions[0] instanceof LiteralElement element && element.holdsOwnText()
                ? element
                : null;
    }

    @Override
    public Reach reach() {
        return reach;
    }
}
