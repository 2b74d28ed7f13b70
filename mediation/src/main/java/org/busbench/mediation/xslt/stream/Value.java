package org.busbench.mediation.xslt.stream;

import java.util.List;

/** A string made of a node. Immutable, shared by all threads. */
interface Value {

    void write(Transducer run, int node, Output to, Escape how) throws GaveUp;

    /** How much of the node it looks at. */
    Reach reach();

    /** Always the same. */
    record Constant(Literal literal) implements Value {
        @Override
        public void write(Transducer run, int node, Output to, Escape how) throws GaveUp {
            to.put(literal.utf8(), 0, literal.utf8().length, how);
        }

        @Override
        public Reach reach() {
            return Reach.TAG;
        }
    }

    /** The text of the first node of a path, or nothing. */
    record First(Selection selection) implements Value {
        @Override
        public void write(Transducer run, int node, Output to, Escape how) throws GaveUp {
            int first = selection.first(run, node);
            if (first != Step.NOTHING) {
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
        public void write(Transducer run, int node, Output to, Escape how) throws GaveUp {
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
        public void write(Transducer run, int node, Output to, Escape how) throws GaveUp {
            if (AttributeNode.is(node) || run.fragment().isElement(node)) {
                to.put(run.fragment().name(node).local(), how);
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
        public void write(Transducer run, int node, Output to, Escape how) throws GaveUp {
            byte[] utf8 = run.global(index);
            to.put(utf8, 0, utf8.length, how);
        }

        @Override
        public Reach reach() {
            return Reach.TAG;
        }
    }

    /** One after the other. */
    record Concat(List<Value> parts) implements Value {
        public Concat {
            parts = List.copyOf(parts);
        }

        @Override
        public void write(Transducer run, int node, Output to, Escape how) throws GaveUp {
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
        public void write(Transducer run, int node, Output to, Escape how) throws GaveUp {
            Output text = run.texts().borrow();
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

    /** One of two. */
    record Either(Condition when, Value then, Value otherwise) implements Value {
        @Override
        public void write(Transducer run, int node, Output to, Escape how) throws GaveUp {
            (when.isTrue(run, node) ? then : otherwise).write(run, node, to, how);
        }

        @Override
        public Reach reach() {
            boolean tag = when.reach() == Reach.TAG && then.reach() == Reach.TAG && otherwise.reach() == Reach.TAG;
            return tag ? Reach.TAG : Reach.ALL;
        }
    }
}
