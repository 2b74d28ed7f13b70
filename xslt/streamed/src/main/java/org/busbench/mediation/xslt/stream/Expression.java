package org.busbench.mediation.xslt.stream;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.busbench.mediation.xpath.syntax.NameTest;
import org.busbench.mediation.xslt.stream.ResultBuffer.Escape;
import org.busbench.mediation.xslt.stream.SourceBuffer.AttributeNode;

/**
 * An XPath expression of a stylesheet, compiled: a string, a boolean or a node-set. Immutable, shared by all threads. A node is its index in the
 * {@link SourceBuffer}.
 */
public sealed interface Expression {

    /** How much of the node it looks at. */
    Reach reach();

    /** How much of an element an instruction looks at: how much of it must have been read. */
    enum Reach {
        /** Its start tag. */
        TAG,
        /** All its children, once, one after the other, as they come. */
        STREAM,
        /** Whatever is inside of it, in any order. */
        ALL;

        /** The reach of this expression followed by another. */
        public Reach then(Reach other) {
            if (this == TAG) {
                return other;
            }
            return other == TAG ? this : ALL;
        }
    }

    /** A string of the stylesheet. Immutable. */
    final class Literal {

        private final String text;
        private final byte[] utf8;

        public Literal(String text) {
            this.text = text;
            this.utf8 = text.getBytes(StandardCharsets.UTF_8);
        }

        public String text() {
            return text;
        }

        /** Read only. */
        byte[] utf8() {
            return utf8;
        }
    }

    /** A string made of a node. Immutable, shared by all threads. */
    sealed interface Value extends Expression {

        void write(Transducer run, int node, ResultBuffer to, Escape how) throws TreeNeededException;

        /** The string itself. */
        default String text(Transducer run, int node) throws TreeNeededException {
            ResultBuffer text = run.texts().borrow();
            write(run, node, text, Escape.NONE);
            String string = new String(text.bytes(), 0, text.length(), StandardCharsets.UTF_8);
            run.texts().giveBack();
            return string;
        }

        /** Always the same. */
        record Constant(Literal literal) implements Value {
            @Override
            public void write(Transducer run, int node, ResultBuffer to, Escape how) throws TreeNeededException {
                to.put(literal.utf8(), 0, literal.utf8().length, how);
            }

            @Override
            public Reach reach() {
                return Reach.TAG;
            }
        }

        /** The text of the first node of a path, or nothing. */
        record First(NodeSet selection) implements Value {
            @Override
            public void write(Transducer run, int node, ResultBuffer to, Escape how) throws TreeNeededException {
                int first = selection.first(run, node);
                if (first != SourceBuffer.NOTHING) {
                    run.texts().write(first, to, how);
                }
            }

            @Override
            public Reach reach() {
                return selection.reach();
            }
        }

        /** The text of the node itself. */
        record Own() implements Value {
            @Override
            public void write(Transducer run, int node, ResultBuffer to, Escape how) throws TreeNeededException {
                run.texts().write(node, to, how);
            }

            @Override
            public Reach reach() {
                return Reach.ALL;
            }
        }

        /** The name of the node itself, without its prefix. */
        record LocalName() implements Value {
            @Override
            public void write(Transducer run, int node, ResultBuffer to, Escape how) throws TreeNeededException {
                if (AttributeNode.is(node) || run.source().isElement(node)) {
                    to.put(run.source().name(node).local(), how);
                }
            }

            @Override
            public Reach reach() {
                return Reach.TAG;
            }
        }

        /** A parameter or variable of the whole stylesheet. */
        record Global(int index) implements Value {
            @Override
            public void write(Transducer run, int node, ResultBuffer to, Escape how) throws TreeNeededException {
                byte[] utf8 = run.global(index);
                to.put(utf8, 0, utf8.length, how);
            }

            @Override
            public Reach reach() {
                return Reach.TAG;
            }
        }

        /** The parts one after the other. */
        record Concat(List<Value> parts) implements Value {
            public Concat {
                parts = List.copyOf(parts);
            }

            @Override
            public void write(Transducer run, int node, ResultBuffer to, Escape how) throws TreeNeededException {
                for (int i = 0; i < parts.size(); i++) {
                    parts.get(i).write(run, node, to, how);
                }
            }

            @Override
            public Reach reach() {
                return parts.stream().allMatch(part -> part.reach() == Reach.TAG) ? Reach.TAG : Reach.ALL;
            }
        }

        /** Without white space at its ends, and one space for each other run of it. */
        record Normalized(Value of) implements Value {
            @Override
            public void write(Transducer run, int node, ResultBuffer to, Escape how) throws TreeNeededException {
                ResultBuffer text = run.texts().borrow();
                of.write(run, node, text, Escape.NONE);
                text.normalizeSpace();
                to.put(text.bytes(), 0, text.length(), how);
                run.texts().giveBack();
            }

            @Override
            public Reach reach() {
                return of.reach();
            }
        }

        /** What a formula makes, as a string. */
        record Of(Formula formula) implements Value {
            @Override
            public void write(Transducer run, int node, ResultBuffer to, Escape how) throws TreeNeededException {
                to.put(formula.text(run, node), how);
            }

            @Override
            public Reach reach() {
                return formula.reach();
            }
        }

        /** The texts that instructions write. */
        record Written(Instruction content) implements Value {
            @Override
            public void write(Transducer run, int node, ResultBuffer to, Escape how) throws TreeNeededException {
                ResultBuffer text = run.texts().borrow();
                ResultWriter.Capture outer = run.result().capture(text);
                content.run(run, node);
                run.result().resume(outer);
                run.work(text.length());
                to.put(text.bytes(), 0, text.length(), how);
                run.texts().giveBack();
            }

            @Override
            public Reach reach() {
                return content.reach();
            }
        }
    }

    /** A test. Immutable, shared by all threads. */
    sealed interface Condition extends Expression {

        boolean isTrue(Transducer run, int node) throws TreeNeededException;

        /** Whether a path leads anywhere. */
        record Exists(NodeSet selection) implements Condition {
            @Override
            public boolean isTrue(Transducer run, int node) throws TreeNeededException {
                return selection.first(run, node) != SourceBuffer.NOTHING;
            }

            @Override
            public Reach reach() {
                return selection.reach();
            }
        }

        /** Whether some node of a path has, or has not, that text. */
        record Compares(Step path, Value wanted, boolean equal) implements Condition {
            @Override
            public boolean isTrue(Transducer run, int node) throws TreeNeededException {
                ResultBuffer text = run.texts().borrow();
                wanted.write(run, node, text, Escape.NONE);
                Search search = new Search(text, equal);
                path.each(run, node, search);
                run.texts().giveBack();
                return search.found;
            }

            @Override
            public Reach reach() {
                return path.axis() == Axis.SELF ? Reach.ALL : path.reach();
            }
        }

        /** Whether two strings none of which is a node-set are, or are not, the same. */
        record Same(Value left, Value right, boolean equal) implements Condition {
            @Override
            public boolean isTrue(Transducer run, int node) throws TreeNeededException {
                ResultBuffer text = run.texts().borrow();
                left.write(run, node, text, Escape.NONE);
                int middle = text.length();
                right.write(run, node, text, Escape.NONE);
                boolean same = text.isTwice(middle);
                run.texts().giveBack();
                return same == equal;
            }

            @Override
            public Reach reach() {
                return left.reach() == Reach.TAG && right.reach() == Reach.TAG ? Reach.TAG : Reach.ALL;
            }
        }

        /** What a formula makes, as a boolean. */
        record Of(Formula formula) implements Condition {
            @Override
            public boolean isTrue(Transducer run, int node) throws TreeNeededException {
                return StringValues.truth(formula.evaluate(run, node));
            }

            @Override
            public Reach reach() {
                return formula.reach();
            }
        }

        /** The opposite. */
        record Not(Condition of) implements Condition {
            @Override
            public boolean isTrue(Transducer run, int node) throws TreeNeededException {
                return !of.isTrue(run, node);
            }

            @Override
            public Reach reach() {
                return of.reach();
            }
        }

        /** All of them, or any of them. */
        record Both(Condition left, Condition right, boolean and) implements Condition {
            @Override
            public boolean isTrue(Transducer run, int node) throws TreeNeededException {
                return left.isTrue(run, node) == and ? right.isTrue(run, node) : !and;
            }

            @Override
            public Reach reach() {
                return left.reach() == Reach.TAG && right.reach() == Reach.TAG ? Reach.TAG : Reach.ALL;
            }
        }

        /** The name is one of these; what has no name is none of them. */
        record Named(long names) implements Condition {
            @Override
            public boolean isTrue(Transducer run, int node) {
                return !AttributeNode.is(node) && (run.source().bits(node) & names) != 0;
            }

            @Override
            public Reach reach() {
                return Reach.TAG;
            }
        }

        /** Looks for a node with that text, or without it. */
        final class Search implements Visitor {
            private final ResultBuffer wanted;
            private final boolean equal;
            private boolean found;

            Search(ResultBuffer wanted, boolean equal) {
                this.wanted = wanted;
                this.equal = equal;
            }

            @Override
            public void visit(Transducer run, int node) throws TreeNeededException {
                found = found || run.texts().isText(node, wanted) == equal;
            }
        }
    }

    /**
     * Any expression of XPath 1.0.
     *
     * @param kind what it makes
     * @param reach of the context node; one that looks around the node asks the program to keep the whole source
     */
    record Formula(Kind kind, Reach reach, Evaluation evaluation) implements Expression {

        /** What an expression makes. */
        public enum Kind {
            STRING,
            NUMBER,
            BOOLEAN,
            NODES,
            /** A document that holds a text. */
            FRAGMENT,
            /** What a caller gives for a parameter. */
            ANY
        }

        /** Makes it of a node. */
        @FunctionalInterface
        interface Evaluation {

            /** An object of one of the types that {@link StringValues} converts. */
            Object of(Transducer run, int node) throws TreeNeededException;

            /** The same as a string. */
            default String text(Transducer run, int node) throws TreeNeededException {
                return run.texts().string(of(run, node));
            }
        }

        Object evaluate(Transducer run, int node) throws TreeNeededException {
            return evaluation.of(run, node);
        }

        String text(Transducer run, int node) throws TreeNeededException {
            return evaluation.text(run, node);
        }

        double number(Transducer run, int node) throws TreeNeededException {
            return run.texts().number(evaluate(run, node));
        }

        int[] nodes(Transducer run, int node) throws TreeNeededException {
            if (evaluate(run, node) instanceof int[] nodes) {
                return nodes;
            }
            throw new TreeNeededException("nodes are asked for, and it is something else");
        }
    }

    /**
     * A node-set: attributes, then what a path leads to. More than one path is only taken where that is document order.
     *
     * @param paths in document order
     * @param formula makes the nodes in their place where paths that go down cannot; or null
     */
    record NodeSet(List<Step> paths, Formula formula) implements Expression {

        public NodeSet {
            paths = List.copyOf(paths);
        }

        public NodeSet(List<Step> paths) {
            this(paths, null);
        }

        @Override
        public Reach reach() {
            if (formula != null) {
                return formula.reach();
            }
            return paths.stream().allMatch(path -> path.reach() == Reach.TAG) ? Reach.TAG : Reach.ALL;
        }

        /** Whether it looks at nothing but the names of nodes. */
        boolean isByNames() {
            return formula == null && paths.stream().allMatch(Step::isByNames);
        }

        int[] all(Transducer run, int from) throws TreeNeededException {
            if (formula != null) {
                return formula.nodes(run, from);
            }
            IntStream.Builder found = IntStream.builder();
            each(run, from, (on, node) -> found.add(node));
            int[] all = found.build().toArray();
            run.work(all.length);
            return all;
        }

        void each(Transducer run, int from, Visitor visitor) throws TreeNeededException {
            if (formula != null) {
                for (int node : formula.nodes(run, from)) {
                    visitor.visit(run, node);
                }
                return;
            }
            for (int i = 0; i < paths.size(); i++) {
                paths.get(i).each(run, from, visitor);
            }
        }

        /** The first node, or {@link SourceBuffer#NOTHING}. */
        int first(Transducer run, int from) throws TreeNeededException {
            if (formula != null) {
                int[] nodes = formula.nodes(run, from);
                return nodes.length == 0 ? SourceBuffer.NOTHING : nodes[0];
            }
            for (int i = 0; i < paths.size(); i++) {
                int first = paths.get(i).first(run, from);
                if (first != SourceBuffer.NOTHING) {
                    return first;
                }
            }
            return SourceBuffer.NOTHING;
        }
    }

    /**
     * A step of a location path, and what follows it. Steps go down only, so that nodes come in document order, each once.
     *
     * @param test which nodes there, null for any
     * @param excluded bits of names that are not wanted
     * @param position which of them, counted from 1; 0 for all
     * @param conditions what else must be true of them
     * @param next the rest of the path, or null
     */
    record Step(Axis axis, NodeTest test, long excluded, int position, List<Condition> conditions, Step next) {

        public Step {
            conditions = List.copyOf(conditions);
        }

        public Step before(Step rest) {
            return new Step(axis, test, excluded, position, conditions, rest);
        }

        /** Whether it selects children, each judged by its start tag alone: then they may be judged as they come. */
        boolean followsTheStream() {
            return axis == Axis.CHILD
                    && position == 0
                    && next == null
                    && conditions.stream().allMatch(condition -> condition.reach() == Reach.TAG);
        }

        /** Whether it looks at nothing but the names of nodes. */
        boolean isByNames() {
            return conditions.isEmpty() && (next == null || next.isByNames());
        }

        Reach reach() {
            boolean tag = axis == Axis.ATTRIBUTE || axis == Axis.SELF;
            boolean rest = next == null || next.reach() == Reach.TAG;
            boolean judged = conditions.stream().allMatch(condition -> condition.reach() == Reach.TAG);
            return tag && rest && judged ? Reach.TAG : Reach.ALL;
        }

        /** Whether the node is one of these, its position aside. */
        boolean accepts(Transducer run, int node) throws TreeNeededException {
            if (test == null) {
                return true;
            }
            long bits = run.source().bits(node);
            if ((bits & test.bits()) == 0 || (bits & excluded) != 0) {
                return false;
            }
            for (int i = 0; i < conditions.size(); i++) {
                if (!conditions.get(i).isTrue(run, node)) {
                    return false;
                }
            }
            return true;
        }

        /** Shows the nodes that the path leads to, in document order. */
        void each(Transducer run, int from, Visitor visitor) throws TreeNeededException {
            int found = 0;
            for (int node = axis.first(run.source(), from);
                    node != SourceBuffer.NOTHING;
                    node = axis.next(run.source(), from, node)) {
                if (!accepts(run, node)) {
                    continue;
                }
                found++;
                if (position == 0 || found == position) {
                    if (next == null) {
                        visitor.visit(run, node);
                    } else {
                        next.each(run, node, visitor);
                    }
                }
                if (found == position) {
                    return;
                }
            }
        }

        /** The first node that the path leads to, or {@link SourceBuffer#NOTHING}. */
        int first(Transducer run, int from) throws TreeNeededException {
            int found = 0;
            for (int node = axis.first(run.source(), from);
                    node != SourceBuffer.NOTHING;
                    node = axis.next(run.source(), from, node)) {
                if (!accepts(run, node)) {
                    continue;
                }
                found++;
                if (position == 0 || found == position) {
                    int first = next == null ? node : next.first(run, node);
                    if (first != SourceBuffer.NOTHING) {
                        return first;
                    }
                }
                if (found == position) {
                    return SourceBuffer.NOTHING;
                }
            }
            return SourceBuffer.NOTHING;
        }
    }

    /**
     * Nodes that a step leads to.
     *
     * @param bits those of the {@link NameTest}s of which one must match an element or attribute, and {@link NameTests#TEXT} when texts are meant
     */
    record NodeTest(long bits) {

        public NodeTest or(NodeTest other) {
            return new NodeTest(bits | other.bits);
        }
    }

    /** Visits the nodes of a selection. */
    interface Visitor {

        /** Does it with one; the run knows the node. */
        void visit(Transducer run, int node) throws TreeNeededException;
    }
}
