package org.busbench.mediation.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.axiom.om.OMContainer;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.synapse.MessageContext;
import org.apache.synapse.util.xpath.SynapseXPath;
import org.busbench.mediation.xpath.syntax.NameTest;
import org.busbench.mediation.xpath.syntax.XPathSyntax;
import org.jaxen.JaxenException;
import org.jaxen.expr.AllNodeStep;
import org.jaxen.expr.Expr;
import org.jaxen.expr.LocationPath;
import org.jaxen.expr.NameStep;
import org.jaxen.expr.PathExpr;
import org.jaxen.expr.Predicate;
import org.jaxen.expr.Step;
import org.jaxen.expr.UnionExpr;
import org.jaxen.expr.VariableReferenceExpr;
import org.jaxen.saxpath.Axis;

/**
 * An expression that leads by the names of elements, or by their places, to elements: it is walked at a fraction of what Jaxen takes for it, and finds the
 * same elements in the same order. What may need sorting is left to Jaxen.
 *
 * <p>Immutable; any thread may evaluate it.
 */
@SuppressWarnings("deprecation") // Jaxen means to hide these classes one day; the version is the one that stock has.
public final class PlainPath extends SynapseXPath {
    private static final long serialVersionUID = 1L;

    /** Those of a union are walked one after the other. */
    private final transient List<Way> ways = new ArrayList<>();

    /** A path from the document, from the envelope, or from the body. */
    private record Way(boolean fromDocument, boolean fromBody, List<Link> links) {}

    /**
     * One step.
     *
     * @param deep whether it leads to any depth
     * @param place among the siblings that pass the test, from 1; 0 for all of them
     */
    private record Link(boolean deep, NameTest test, int place) {

        boolean leadsTo(OMElement element) {
            String namespace = element.getNamespaceURI();
            return test.matches(namespace == null ? "" : namespace, element.getLocalName());
        }
    }

    /** The expression is of another kind. */
    private static final class NotPlain extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private PlainPath(SynapseXPath same) throws JaxenException, NotPlain {
        super(same.toString());
        for (Object each : same.getNamespaces().entrySet()) {
            Map.Entry<?, ?> one = (Map.Entry<?, ?>) each;
            addNamespace((String) one.getKey(), (String) one.getValue());
        }
        add(getRootExpr());
    }

    /** Returns the same expression, as a plain path if it is one. */
    public static SynapseXPath of(SynapseXPath expression) {
        try {
            return expression == null ? null : new PlainPath(expression);
        } catch (JaxenException | NotPlain e) {
            return expression;
        }
    }

    private void add(Expr expression) throws NotPlain {
        if (expression instanceof UnionExpr union) {
            add(union.getLHS());
            add(union.getRHS());
        } else if (expression instanceof LocationPath path) {
            ways.add(new Way(path.isAbsolute(), false, links(path)));
        } else if (expression instanceof PathExpr path
                && path.getLocationPath() != null
                && isBody(path.getFilterExpr())) {
            ways.add(new Way(false, true, links(path.getLocationPath())));
        } else {
            throw new NotPlain();
        }
    }

    private static boolean isBody(Expr expression) {
        return expression instanceof VariableReferenceExpr variable
                && variable.getVariableName().equals("body")
                && (variable.getPrefix() == null || variable.getPrefix().isEmpty());
    }

    private List<Link> links(LocationPath path) throws NotPlain {
        List<Link> links = new ArrayList<>();
        boolean deep = false;
        for (Object each : path.getSteps()) {
            Step step = (Step) each;
            if (step instanceof AllNodeStep
                    && step.getAxis() == Axis.DESCENDANT_OR_SELF
                    && step.getPredicates().isEmpty()
                    && !deep) {
                deep = true;
            } else if (step instanceof NameStep name && step.getAxis() == Axis.CHILD) {
                links.add(link(deep, name));
                deep = false;
            } else {
                throw new NotPlain();
            }
        }
        if (deep || links.isEmpty()) {
            throw new NotPlain();
        }
        return links;
    }

    @SuppressWarnings("unchecked")
    private Link link(boolean deep, NameStep step) throws NotPlain {
        NameTest test = XPathSyntax.nameTest(step, getNamespaces());
        int place = 0;
        for (Object each : step.getPredicates()) {
            Expr predicate = ((Predicate) each).getExpr();
            NameTest narrower = test == null || place > 0 ? null : XPathSyntax.narrowed(test, predicate);
            int position = place > 0 ? 0 : XPathSyntax.position(predicate);
            if (narrower == null && position == 0) {
                throw new NotPlain();
            }
            test = narrower == null ? test : narrower;
            place = position;
        }
        if (test == null) {
            throw new NotPlain();
        }
        return new Link(deep, test, place);
    }

    @Override
    public Object evaluate(Object envelope, MessageContext message) {
        return super.evaluate(envelope, null);
    }

    @Override
    public List<?> selectNodes(Object context) throws JaxenException {
        Object from = context instanceof MessageContext message ? message.getEnvelope() : context;
        List<OMElement> found = from instanceof SOAPEnvelope envelope ? walked(envelope) : null;
        return found == null ? super.selectNodes(context) : found;
    }

    /** Null where the elements may have to be sorted, and where there is no body. */
    private List<OMElement> walked(SOAPEnvelope envelope) {
        List<OMElement> all = new ArrayList<>();
        for (Way way : ways) {
            List<OMElement> found = walked(way, envelope);
            if (found == null || (!all.isEmpty() && !found.isEmpty())) {
                return null;
            }
            all.addAll(found);
        }
        return all;
    }

    private static List<OMElement> walked(Way way, SOAPEnvelope envelope) {
        OMContainer start = way.fromBody ? envelope.getBody() : envelope;
        start = way.fromDocument ? envelope.getParent() : start;
        if (start == null) {
            return null;
        }
        List<OMContainer> from = List.of(start);
        List<OMElement> found = List.of();
        for (int i = 0; i < way.links.size(); i++) {
            Link link = way.links.get(i);
            if (link.deep && from.size() > 1) {
                return null;
            }
            found = new ArrayList<>();
            boolean nested = false;
            for (OMContainer each : from) {
                nested |= follow(link, each, false, found);
            }
            if (nested && i < way.links.size() - 1) {
                return null;
            }
            from = List.copyOf(found);
        }
        return found;
    }

    /** Adds the elements to which a step leads from one place; returns whether one of them holds another one. */
    private static boolean follow(Link link, OMContainer from, boolean inside, List<OMElement> found) {
        boolean nested = false;
        int count = 0;
        for (OMNode node = from.getFirstOMChild(); node != null; node = node.getNextOMSibling()) {
            if (node instanceof OMElement element) {
                boolean leads = link.leadsTo(element) && (link.place == 0 || ++count == link.place);
                if (leads) {
                    found.add(element);
                    nested |= inside;
                }
                nested |= link.deep && follow(link, element, inside || leads, found);
            }
        }
        return nested;
    }
}
