package org.busbench.mediation.axiom;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.axiom.om.OMAttribute;
import org.apache.axiom.om.OMDocument;
import org.apache.axiom.om.xpath.DocumentNavigator;
import org.jaxen.Context;
import org.jaxen.JaxenException;
import org.jaxen.expr.DefaultAbsoluteLocationPath;
import org.jaxen.expr.DefaultRelativeLocationPath;
import org.jaxen.expr.DefaultUnionExpr;
import org.jaxen.expr.DefaultXPathFactory;
import org.jaxen.expr.Expr;
import org.jaxen.expr.LocationPath;
import org.jaxen.expr.Step;
import org.jaxen.expr.UnionExpr;
import org.jaxen.saxpath.Axis;

/**
 * Makes Jaxen's paths and unions, which give what Jaxen's own give, but sort nodes by their numbers in the message. Jaxen itself walks from one sibling to
 * another to learn which comes first, so that a union takes a time that grows with the square of the message. Immutable; evaluate what it makes with a
 * {@link Message} as the navigator.
 */
@SuppressWarnings("deprecation") // Jaxen means to hide these classes one day; the version is the one that stock has.
final class AxiomPaths extends DefaultXPathFactory {
    private static final Set<Integer> REVERSE =
            Set.of(Axis.ANCESTOR, Axis.ANCESTOR_OR_SELF, Axis.PRECEDING, Axis.PRECEDING_SIBLING);

    @Override
    public LocationPath createRelativeLocationPath() {
        return new DefaultRelativeLocationPath() {
            private static final long serialVersionUID = 1L;

            @Override
            public Object evaluate(Context context) throws JaxenException {
                List<Object> found = walked(this, context.getNodeSet(), context);
                return found != null ? found : super.evaluate(context);
            }
        };
    }

    @Override
    public LocationPath createAbsoluteLocationPath() {
        return new DefaultAbsoluteLocationPath() {
            private static final long serialVersionUID = 1L;

            @Override
            public Object evaluate(Context context) throws JaxenException {
                List<?> nodes = context.getNodeSet();
                if (nodes.isEmpty()) {
                    return nodes;
                }
                Object document = context.getNavigator().getDocumentNode(nodes.get(0));
                List<Object> found = walked(this, Collections.singletonList(document), context);
                return found != null ? found : super.evaluate(context);
            }
        };
    }

    @Override
    public UnionExpr createUnionExpr(Expr left, Expr right) {
        return new DefaultUnionExpr(left, right) {
            private static final long serialVersionUID = 1L;

            @Override
            public Object evaluate(Context context) throws JaxenException {
                if (getLHS().evaluate(context) instanceof List<?> some
                        && getRHS().evaluate(context) instanceof List<?> others) {
                    // Of equal attributes in Axiom's sense, which may be of different elements, Jaxen takes one.
                    Set<Object> all = new HashSet<>(some);
                    List<Object> united = new ArrayList<>(some);
                    others.stream().filter(all::add).forEach(united::add);
                    if (message(context).sort(united)) {
                        return united;
                    }
                }
                return super.evaluate(context);
            }
        };
    }

    private static Message message(Context context) {
        return (Message) context.getNavigator();
    }

    /** The nodes to which a path leads, or null when only Jaxen sorts them. */
    private static List<Object> walked(LocationPath path, List<?> from, Context context) throws JaxenException {
        List<Object> nodes = new ArrayList<>(from);
        Context inside = new Context(context.getContextSupport());
        for (Object each : path.getSteps()) {
            Step step = (Step) each;
            inside.setNodeSet(nodes);
            List<?> found = step.evaluate(inside);
            nodes = new ArrayList<>(found);
            if (REVERSE.contains(step.getAxis())) {
                Collections.reverse(nodes);
            }
        }
        boolean sorted = path.getSteps().size() > 1 || from.size() > 1;
        return !sorted || message(context).sort(nodes) ? nodes : null;
    }

    /** Navigates one message. Belongs to the thread that evaluates. */
    static class Message extends DocumentNavigator {
        private static final long serialVersionUID = 1L;

        private final transient OMDocument document;
        private final transient IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<>();

        Message(OMDocument document) {
            this.document = document;
        }

        /** Axiom's own fails on an attribute without a namespace, and with it the sort of several attributes of one element. */
        @Override
        public String getAttributeQName(Object attribute) {
            boolean plain = ((OMAttribute) attribute).getNamespace() == null;
            return plain ? getAttributeName(attribute) : super.getAttributeQName(attribute);
        }

        /** Sorts by document order; false when it is left to Jaxen, whose order of attributes beside other nodes is its own. */
        private boolean sort(List<Object> nodes) {
            if (nodes.size() < 2) {
                return true;
            }
            long attributes = nodes.stream().filter(this::isAttribute).count();
            if ((attributes > 0 && attributes < nodes.size()) || nodes.stream().anyMatch(this::isNamespace)) {
                return false;
            }
            if (numbers.isEmpty()) {
                numbers.put(document, 0);
                Iterator<?> inside = document.getDescendants(false);
                inside.forEachRemaining(node -> numbers.put(node, numbers.size()));
            }
            nodes.sort(
                    attributes == 0
                            ? Comparator.comparing(numbers::get)
                            : Comparator.comparing((Object node) -> numbers.get(((OMAttribute) node).getOwner()))
                                    .thenComparing(this::getAttributeQName));
            return true;
        }
    }
}
