package org.busbench.mediation.xslt.stream;

/** A test. Immutable, shared by all threads. */
interface Condition {

    boolean isTrue(Transducer run, int node) throws GaveUp;

    /** How much of the node it looks at. */
    Reach reach();

    /** Whether a path leads anywhere. */
    record Exists(Selection selection) implements Condition {
        @Override
        public boolean isTrue(Transducer run, int node) throws GaveUp {
            return selection.first(run, node) != Step.NOTHING;
        }

        @Override
        public Reach reach() {
            return selection.reach();
        }
    }

    /** Whether some node of a path has, or has not, that text. */
    record Compares(Step path, Value wanted, boolean equal) implements Condition {
        @Override
        public boolean isTrue(Transducer run, int node) throws GaveUp {
            Output text = run.texts().borrow();
            wanted.write(run, node, text, Escape.NONE);
            Search search = new Search(text, equal);
            path.each(run, node, search);
            run.texts().giveBack();
            return search.found;
        }

        @Override
        public Reach reach() {
            return path.axis() == Step.Axis.SELF ? Reach.ALL : path.reach();
        }
    }

    /** Whether two strings none of which is a node-set are, or are not, the same. */
    record Same(Value left, Value right, boolean equal) implements Condition {
        @Override
        public boolean isTrue(Transducer run, int node) throws GaveUp {
            Output text = run.texts().borrow();
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

    /** The opposite. */
    record Not(Condition of) implements Condition {
        @Override
        public boolean isTrue(Transducer run, int node) throws GaveUp {
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
        public boolean isTrue(Transducer run, int node) throws GaveUp {
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
            return !AttributeNode.is(node)
                    && run.fragment().isElement(node)
                    && (run.names().bits(run.fragment().name(node)) & names) != 0;
        }

        @Override
        public Reach reach() {
            return Reach.TAG;
        }
    }

    /** Looks for a node with that text, or without it. */
    final class Search implements Visitor {
        private final Output wanted;
        private final boolean equal;
        private boolean found;

        Search(Output wanted, boolean equal) {
            this.wanted = wanted;
            this.equal = equal;
        }

        @Override
        public void visit(Transducer run, int node) throws GaveUp {
            found = found || run.texts().isText(node, wanted) == equal;
        }
    }
}
