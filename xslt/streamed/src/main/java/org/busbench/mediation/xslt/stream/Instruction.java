package org.busbench.mediation.xslt.stream;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.busbench.mediation.xpath.syntax.NameTest;
import org.busbench.mediation.xslt.stream.Expression.Condition;
import org.busbench.mediation.xslt.stream.Expression.Literal;
import org.busbench.mediation.xslt.stream.Expression.NodeSet;
import org.busbench.mediation.xslt.stream.Expression.Reach;
import org.busbench.mediation.xslt.stream.Expression.Step;
import org.busbench.mediation.xslt.stream.Expression.Value;
import org.busbench.mediation.xslt.stream.Expression.Visitor;
import org.busbench.mediation.xslt.stream.ResultBuffer.Escape;
import org.busbench.mediation.xslt.stream.ResultScope.Bindings;
import org.busbench.mediation.xslt.stream.SourceBuffer.AttributeNode;

/** A node of a compiled template: one type for each XSLT instruction that needs no tree. Immutable, shared by all threads. */
public sealed interface Instruction {

    /** Writes its result for a node. */
    void run(Transducer run, int node) throws TreeNeededException;

    /** How much of the node must have been read before it runs. */
    Reach reach();

    /** Instructions one after the other: the content of a template or of an instruction. */
    final class Sequence implements Instruction {

        private final Instruction[] instructions;
        private final Reach reach;

        public Sequence(List<Instruction> instructions) {
            this.instructions = instructions.toArray(new Instruction[0]);
            this.reach = instructions.stream().map(Instruction::reach).reduce(Reach.TAG, Reach::then);
        }

        @Override
        public void run(Transducer run, int node) throws TreeNeededException {
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
            return instructions.length == 1
                            && instructions[0] instanceof LiteralElement element
                            && element.holdsOwnText()
                    ? element
                    : null;
        }

        @Override
        public Reach reach() {
            return reach;
        }
    }

    /**
     * {@code xsl:apply-templates}: of attributes first, then of children.
     *
     * @param attributes which attributes, or null for none
     * @param rest where else, or null for nowhere
     */
    record Apply(Step attributes, Step rest, int mode) implements Instruction, Visitor {

        @Override
        public void run(Transducer run, int node) throws TreeNeededException {
            if (attributes != null) {
                attributes.each(run, node, this);
            }
            if (rest == null) {
                return;
            }
            if (!AttributeNode.is(node) && run.source().isOpen(node)) {
                run.applyAsTheyCome(node, rest, mode);
            } else {
                rest.each(run, node, this);
            }
        }

        @Override
        public void visit(Transducer run, int node) throws TreeNeededException {
            run.apply(node, mode);
        }

        @Override
        public Reach reach() {
            if (rest == null) {
                return attributes.reach();
            }
            return rest.followsTheStream() ? Reach.STREAM : Reach.ALL;
        }
    }

    /** {@code xsl:if}, or a branch of {@code xsl:choose}. */
    record Choose(Condition when, Instruction then, Instruction otherwise) implements Instruction {

        @Override
        public void run(Transducer run, int node) throws TreeNeededException {
            (when.isTrue(run, node) ? then : otherwise).run(run, node);
        }

        @Override
        public Reach reach() {
            boolean tag = when.reach() == Reach.TAG && then.reach() == Reach.TAG && otherwise.reach() == Reach.TAG;
            return tag ? Reach.TAG : Reach.ALL;
        }
    }

    /** {@code xsl:copy}: the node without what is inside, but with its namespaces. */
    record Copy(Sequence content) implements Instruction {

        @Override
        public void run(Transducer run, int node) throws TreeNeededException {
            if (AttributeNode.is(node) || run.source().isText(node)) {
                run.copier().leaf(node);
            } else if (run.source().isElement(node)) {
                ResultScope around = run.result().scope();
                run.copier().start(node, true);
                content.run(run, node);
                run.result().end(run.source().tag(node).endTag(), around);
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

    /** {@code xsl:copy-of}: nodes with all that is inside. */
    record CopyOf(NodeSet selection) implements Instruction, Visitor {

        @Override
        public void run(Transducer run, int node) throws TreeNeededException {
            selection.each(run, node, this);
        }

        @Override
        public void visit(Transducer run, int node) throws TreeNeededException {
            run.copier().whole(node);
        }

        @Override
        public Reach reach() {
            boolean attributes = selection.paths().stream().allMatch(path -> path.axis() == Step.Axis.ATTRIBUTE);
            return attributes ? selection.reach() : Reach.ALL;
        }
    }

    /** {@code xsl:for-each}, without sorting. */
    record ForEach(NodeSet selection, Sequence content) implements Instruction, Visitor {

        @Override
        public void run(Transducer run, int node) throws TreeNeededException {
            selection.each(run, node, this);
        }

        @Override
        public void visit(Transducer run, int node) throws TreeNeededException {
            content.run(run, node);
        }

        @Override
        public Reach reach() {
            return selection.reach() == Reach.TAG && content.reach() == Reach.TAG ? Reach.TAG : Reach.ALL;
        }
    }

    /** An element that stands in the stylesheet. */
    final class LiteralElement implements Instruction {

        /**
         * An attribute of it.
         *
         * @param written its name as it is written, with {@code ="}
         */
        public record Attribute(NameTest name, Literal written, Value value) {}

        private final int slot;
        private final byte[] start;
        private final byte[] end;
        private final boolean inNoNamespace;
        private final Bindings own;
        private final Attribute[] attributes;
        private final Sequence content;
        private final Reach reach;
        private final boolean holdsOwnText;

        /**
         * A literal result element.
         *
         * @param slot its number among those of the program
         * @param name as it is written
         * @param inNoNamespace whether that name is in none
         * @param attributes in their order
         */
        public LiteralElement(
                int slot,
                String name,
                boolean inNoNamespace,
                Map<String, String> own,
                List<Attribute> attributes,
                Sequence content) {
            this.slot = slot;
            this.start = ("<" + name + ">").getBytes(StandardCharsets.UTF_8);
            this.end = ("</" + name + ">").getBytes(StandardCharsets.UTF_8);
            this.inNoNamespace = inNoNamespace;
            this.own = Bindings.of(own);
            this.attributes = attributes.toArray(new Attribute[0]);
            this.content = content;
            boolean tag =
                    attributes.stream().allMatch(attribute -> attribute.value().reach() == Reach.TAG);
            this.reach = tag ? content.reach() : Reach.ALL;
            this.holdsOwnText = attributes.isEmpty() && content.isOwnText();
        }

        @Override
        public void run(Transducer run, int node) throws TreeNeededException {
            SourceBuffer source = run.source();
            if (holdsOwnText && !AttributeNode.is(node) && source.isElement(node)) {
                int text = source.onlyText(node);
                if (text != SourceBuffer.NOTHING) {
                    write(run, source.bytes(text), source.from(text), source.to(text));
                    return;
                }
            }
            ResultWriter result = run.result();
            ResultScope around = result.scope();
            ResultScope.Entered entered = run.enter(slot, around, own, inNoNamespace);
            if (holdsOwnText) {
                result.element(start, entered.declarations, end, run.texts(), node);
                return;
            }
            result.start(start, 0, start.length - 1, entered, SourceBuffer.NOTHING);
            for (Attribute attribute : attributes) {
                result.startAttribute(
                        attribute.name().namespace(), attribute.name().local());
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
        void write(Transducer run, byte[] utf8, int from, int to) throws TreeNeededException {
            ResultWriter result = run.result();
            ResultScope.Entered entered = run.enter(slot, result.scope(), own, inNoNamespace);
            result.element(start, entered.declarations, end, utf8, from, to);
        }

        @Override
        public Reach reach() {
            return reach;
        }
    }

    /** {@code xsl:attribute} with a name of the stylesheet's, in no namespace. */
    record WriteAttribute(String name, Literal written, Value value) implements Instruction {

        @Override
        public void run(Transducer run, int node) throws TreeNeededException {
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

    /** {@code xsl:value-of}, and texts of the stylesheet. */
    record WriteValue(Value value) implements Instruction {

        @Override
        public void run(Transducer run, int node) throws TreeNeededException {
            int begun = run.result().beginText();
            value.write(run, node, run.result().out(), Escape.TEXT);
            run.result().endText(begun);
        }

        @Override
        public Reach reach() {
            return value.reach();
        }
    }
}
