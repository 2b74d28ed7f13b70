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
    private final byte[] start;
    private final byte[] end;
    private final boolean inNoNamespace;
    private final Bindings own;
    private final Attribute[] attributes;
    private final Content content;
    private final Reach reach;
    private final boolean holdsOwnText;

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
        this.start = ("<" + name + ">").getBytes(StandardCharsets.UTF_8);
        this.end = ("</" + name + ">").getBytes(StandardCharsets.UTF_8);
        this.inNoNamespace = inNoNamespace;
        this.own = own;
        this.attributes = attributes.toArray(new Attribute[0]);
        this.content = content;
        boolean tag =
                attributes.stream().allMatch(attribute -> attribute.value().reach() == Reach.TAG);
        this.reach = tag ? content.reach() : Reach.ALL;
        this.holdsOwnText = attributes.isEmpty() && content.isOwnText();
    }

    @Override
    public void run(Transducer run, int node) throws GaveUp {
        Fragment fragment = run.fragment();
        if (holdsOwnText && !AttributeNode.is(node) && fragment.isElement(node)) {
            int text = fragment.onlyText(node);
            if (text != Step.NOTHING) {
                write(run, fragment.bytes(text), fragment.from(text), fragment.to(text));
                return;
            }
        }
        Result result = run.result();
        OutputScope around = result.scope();
        OutputScope.Entered entered = run.enter(slot, around, own, inNoNamespace);
        if (holdsOwnText) {
            result.element(start, entered.declarations, end, run.texts(), node);
            return;
        }
        result.start(start, 0, start.length - 1, entered, Step.NOTHING);
        for (Attribute attribute : attributes) {
            result.startAttribute(attribute.name().namespace(), attribute.name().local());
            result.out().put(attribute.written().utf8());
            attribute.value().write(run, node, result.out(), Escape.ATTRIBUTE);
            result.endAttribute();
        }
        content.run(run, node);
        result.end(end, around);
    }

    /** Whether it holds the text of its node and nothing else. */
    boolean holdsOwnText() {
        return holdsOwnText;
    }

    /** The same as {@link #run}, where it {@link #holdsOwnText}, for a node whose text stands there and needs no escaping. */
    void write(Transducer run, byte[] utf8, int from, int to) throws GaveUp {
        Result result = run.result();
        OutputScope.Entered entered = run.enter(slot, result.scope(), own, inNoNamespace);
        result.element(start, entered.declarations, end, utf8, from, to);
    }

    @Override
    public Reach reach() {
        return reach;
    }
}
