package org.busbench.mediation.xslt.stream;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** An element that stands in the stylesheet. */
final class LiteralElement implements Instruction {

    /**
     * An attribute of it.
     *
     * @param name its expanded name
     * @param written its name as it is written, with {@code ="}
     * @param value constant or not
     */
    record Attribute(NameTest name, Literal written, Value value) {}

    private final int slot;
    private final byte[] begin;
    private final byte[] end;
    private final boolean inNoNamespace;
    private final Bindings own;
    private final Attribute[] attributes;
    private final Content content;
    private final Reach reach;

    /**
     * A literal result element.
     *
     * @param slot its number among those of the program
     * @param name as it is written
     * @param inNoNamespace whether that name is in none
     * @param own the namespaces that it brings
     * @param attributes in their order
     * @param content what is inside
     */
    LiteralElement(
            int slot, String name, boolean inNoNamespace, Bindings own, List<Attribute> attributes, Content content) {
        this.slot = slot;
        this.begin = ("<" + name).getBytes(StandardCharsets.UTF_8);
        this.end = ("</" + name + ">").getBytes(StandardCharsets.UTF_8);
        this.inNoNamespace = inNoNamespace;
        this.own = own;
        this.attributes = attributes.toArray(new Attribute[0]);
        this.content = content;
        boolean tag =
                attributes.stream().allMatch(attribute -> attribute.value().reach() == Reach.TAG);
        this.reach = tag ? content.reach() : Reach.ALL;
    }

    @Override
    public void run(Transducer run, int node) throws GaveUp {
        Result result = run.result();
        OutputScope around = result.scope();
        result.start(begin, 0, begin.length, run.enter(slot, around, own, inNoNamespace), Step.NOTHING);
        for (Attribute attribute : attributes) {
            result.startAttribute(attribute.name().namespace(), attribute.name().local());
            result.out().put(attribute.written().utf8());
            attribute.value().write(run, node, result.out(), Escape.ATTRIBUTE);
            result.endAttribute();
        }
        content.run(run, node);
        result.end(end, around);
    }

    @Override
    public Reach reach() {
        return reach;
    }
}
