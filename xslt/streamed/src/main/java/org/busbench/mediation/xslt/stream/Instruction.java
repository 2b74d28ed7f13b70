package org.busbench.mediation.xslt.stream;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.busbench.mediation.xpath.syntax.NameTest;
import org.busbench.mediation.xslt.stream.Expression.Condition;
import org.busbench.mediation.xslt.stream.Expression.Formula;
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

    /** Whether it looks at nothing but the names of nodes, and puts texts in the content of elements only. */
    private boolean isByNames() {
        if (this instanceof WriteValue written) {
            return written.value instanceof Value.Own
                    || written.value instanceof Value.Constant
                    || (written.value instanceof Value.First first
                            && first.selection().isByNames());
        }
        if (this instanceof ForEach each) {
            return each.nodes.keys.isEmpty() && each.nodes.selection.isByNames() && each.content.byNames;
        }
        return (this instanceof LiteralElement element && element.attributes.length == 0 && element.content.byNames)
                || (this instanceof Apply apply && (apply.rest == null || apply.rest.isByNames()))
                || (this instanceof Copy copy && copy.content.byNames)
                || (this instanceof CopyOf copyOf && copyOf.selection.isByNames());
    }

    /** Instructions one after the other: the content of a template or of an instruction. */
    final class Sequence implements Instruction {

        private final Instruction[] instructions;
        private final Reach reach;
        private final boolean byNames;

        public Sequence(List<Instruction> instructions) {
            this.instructions = instructions.toArray(new Instruction[0]);
            this.reach = instructions.stream().map(Instruction::reach).reduce(Reach.TAG, Reach::then);
            this.byNames = instructions.stream().allMatch(Instruction::isByNames);
        }

        @Override
        public void run(Transducer run, int node) throws TreeNeededException {
            for (Instruction instruction : instructions) {
                instruction.run(run, node);
            }
        }

        boolean isByNames() {
            return byNames;
        }

        /** Whether it writes one element, and for records, as {@link RecordLayout} has it, always the same but for their texts. */
        boolean isOfRecords() {
            return byNames
                    && instructions.length == 1
                    && (instructions[0] instanceof LiteralElement || instructions[0] instanceof Copy);
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
            if (run.isPositional()) {
                run.applyAll(
                        new NodeSet(Stream.of(attributes, rest)
                                        .filter(Objects::nonNull)
                                        .toList())
                                .all(run, node),
                        mode);
                return;
            }
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
            boolean attributes = selection.formula() == null
                    && selection.paths().stream().allMatch(path -> path.axis() == Axis.ATTRIBUTE);
            return attributes ? selection.reach() : Reach.ALL;
        }
    }

    /** {@code xsl:for-each}. */
    record ForEach(Sorted nodes, Sequence content) implements Instruction, Visitor {

        @Override
        public void run(Transducer run, int node) throws TreeNeededException {
            if (nodes.keys.isEmpty() && !run.isPositional()) {
                nodes.selection.each(run, node, this);
                return;
            }
            int[] all = nodes.nodes(run, node);
            Transducer.Focus outer = run.focus();
            for (int i = 0; i < all.length; i++) {
                run.focus(new Transducer.Focus(i + 1, all.length));
                content.run(run, all[i]);
            }
            run.focus(outer);
        }

        @Override
        public void visit(Transducer run, int node) throws TreeNeededException {
            content.run(run, node);
        }

        @Override
        public Reach reach() {
            boolean tag = nodes.keys.isEmpty() && nodes.selection.reach() == Reach.TAG;
            return tag && content.reach() == Reach.TAG ? Reach.TAG : Reach.ALL;
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
                    run.result()
                            .element(
                                    start,
                                    run.enter(slot, run.result().scope(), own, inNoNamespace).declarations,
                                    end,
                                    source.bytes(text),
                                    source.from(text),
                                    source.to(text));
                    return;
                }
            }
            ResultWriter result = run.result();
            ResultScope around = result.scope();
            result.start(start, 0, start.length - 1, run.enter(slot, around, own, inNoNamespace), SourceBuffer.NOTHING);
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
            value.write(run, node, run.result().out(), run.result().escape());
            run.result().endText(begun);
        }

        @Override
        public Reach reach() {
            return value.reach();
        }
    }

    /**
     * Nodes in an order.
     *
     * @param keys the first one decides, then the next; none for document order
     */
    record Sorted(NodeSet selection, List<SortKey> keys) {

        public Sorted {
            keys = List.copyOf(keys);
        }

        /**
         * {@code xsl:sort}.
         *
         * @param numeric whether the key is a number, of which NaN is the least; else it is a text, which is compared by code points
         */
        public record SortKey(Formula key, boolean numeric, boolean descending) {

            private Object of(Transducer run, int node) throws TreeNeededException {
                Object value = key.evaluate(run, node);
                if (!numeric && value instanceof int[] nodes && nodes.length == 0) {
                    throw new TreeNeededException("a sort key of nothing");
                }
                if (numeric) {
                    double number = run.texts().number(value);
                    // Nothing is less than NaN is; and 0.0 is as large as -0.0.
                    return new double[] {Double.isNaN(number) ? 0 : 1, number + 0.0};
                }
                int[] text = run.texts().string(value).codePoints().toArray();
                run.work(Integer.SIZE * (long) text.length);
                return text;
            }

            private int compare(Object one, Object other) {
                int order = numeric
                        ? Arrays.compare((double[]) one, (double[]) other)
                        : Arrays.compare((int[]) one, (int[]) other);
                return descending ? -order : order;
            }
        }

        int[] nodes(Transducer run, int node) throws TreeNeededException {
            int[] all = selection.all(run, node);
            if (keys.isEmpty()) {
                return all;
            }
            Object[][] values = new Object[all.length][keys.size()];
            Integer[] order = new Integer[all.length];
            Transducer.Focus outer = run.focus();
            for (int i = 0; i < all.length; i++) {
                run.focus(new Transducer.Focus(i + 1, all.length));
                order[i] = i;
                for (int k = 0; k < keys.size(); k++) {
                    values[i][k] = keys.get(k).of(run, all[i]);
                    run.work(Integer.SIZE);
                }
            }
            run.focus(outer);
            Arrays.sort(order, (one, other) -> compare(values[one], values[other]));
            return Arrays.stream(order).mapToInt(i -> all[i]).toArray();
        }

        private int compare(Object[] one, Object[] other) {
            int order = 0;
            for (int k = 0; k < keys.size() && order == 0; k++) {
                order = keys.get(k).compare(one[k], other[k]);
            }
            return order;
        }
    }

    /** {@code xsl:with-param}, by its name as {@code {namespace}local}. */
    record Argument(String name, Formula value) {

        private static Map<String, Object> all(List<Argument> arguments, Transducer run, int node)
                throws TreeNeededException {
            Map<String, Object> all = new HashMap<>();
            for (Argument argument : arguments) {
                all.put(argument.name, argument.value.evaluate(run, node));
            }
            return all;
        }
    }

    /** {@code xsl:apply-templates} of nodes that have been read. */
    record ApplyAll(Sorted nodes, List<Argument> arguments, int mode) implements Instruction {

        @Override
        public void run(Transducer run, int node) throws TreeNeededException {
            int[] all = nodes.nodes(run, node);
            run.argue(Argument.all(arguments, run, node));
            run.applyAll(all, mode);
            run.argue(null);
        }

        @Override
        public Reach reach() {
            return Reach.ALL;
        }
    }

    /** {@code xsl:template}: its content handles the nodes that its patterns match. It is set once, after all templates are known. */
    final class Template {

        private Sequence content;
        private int locals;

        /** {@code variables} is how many variables and parameters it has. */
        public void fill(Sequence with, int variables) {
            content = with;
            locals = variables;
        }

        int locals() {
            return locals;
        }

        Sequence content() {
            return content;
        }
    }

    /** {@code xsl:call-template}. */
    record Call(Template template, List<Argument> arguments) implements Instruction {

        @Override
        public void run(Transducer run, int node) throws TreeNeededException {
            run.argue(Argument.all(arguments, run, node));
            run.call(template, node);
            run.argue(null);
        }

        @Override
        public Reach reach() {
            return Reach.ALL;
        }
    }

    /**
     * {@code xsl:variable}, or {@code xsl:param} of a template.
     *
     * @param parameter its name as {@code {namespace}local}, or null when it is a variable
     */
    record SetLocal(int slot, String parameter, Formula value) implements Instruction {

        @Override
        public void run(Transducer run, int node) throws TreeNeededException {
            Object given = parameter == null ? null : run.arrived(parameter);
            run.local(slot, given == null ? value.evaluate(run, node) : given);
        }

        @Override
        public Reach reach() {
            return value.reach();
        }
    }

    /** {@code xsl:comment}, or {@code xsl:processing-instruction}: a text between two others. What may not stand there is left to the tree. */
    record Markup(String before, Value text, String after) implements Instruction {

        @Override
        public void run(Transducer run, int node) throws TreeNeededException {
            String written = text.text(run, node);
            boolean comment = after.startsWith("-");
            if (comment
                    ? written.contains("--") || written.endsWith("-")
                    : written.contains("?>") || !written.equals(written.strip())) {
                throw new TreeNeededException("a comment or instruction that holds its own end");
            }
            run.result().markup(before + (comment || written.isEmpty() ? "" : " ") + written + after);
        }

        @Override
        public Reach reach() {
            return text.reach();
        }
    }
}
