package org.busbench.mediation.compile;

import java.util.ArrayList;
import java.util.List;
import org.apache.synapse.Mediator;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.config.xml.SwitchCase;
import org.apache.synapse.config.xml.XMLConfigConstants;
import org.apache.synapse.mediators.builtin.PropertyMediator;
import org.apache.synapse.mediators.builtin.SendMediator;
import org.apache.synapse.mediators.filters.SwitchMediator;
import org.apache.synapse.mediators.transform.FaultMediator;
import org.apache.synapse.mediators.transform.HeaderMediator;
import org.busbench.mediation.xpath.Expression;
import org.busbench.mediation.xpath.Kind;

/** A fault sequence: it looks at what failed, makes a SOAP fault and sends it back to the client. */
final class FaultCompiler {

    private static final String STATUS = "HTTP_SC";

    private final SynapseConfiguration configuration;

    FaultCompiler(SynapseConfiguration configuration) {
        this.configuration = configuration;
    }

    Fault compile(Mediators todo) throws NotKnown {
        return compile(todo, null, 0);
    }

    /** The fault and the status that were set so far; null and 0 for none. */
    private Fault compile(Mediators todo, FaultMediator made, int status) throws NotKnown {
        Mediators some = todo.unfolded(configuration);
        if (some.isEnd()) {
            throw new NotKnown("the fault sequence ends without sending anything");
        }
        Mediator first = some.first();
        Mediators rest = some.rest();
        if (first instanceof SendMediator send) {
            return answer(send, made, status);
        }
        if (first instanceof SwitchMediator choice) {
            return choose(choice, rest, made, status);
        }
        if (first instanceof FaultMediator fault) {
            return compile(rest, plain(fault), status);
        }
        if (first instanceof PropertyMediator property) {
            return compile(
                    rest, made, STATUS.equals(property.getName()) ? status(property) : unchanged(property, status));
        }
        if (first instanceof HeaderMediator header
                && header.getAction() == HeaderMediator.ACTION_REMOVE
                && header.getQName().getLocalPart().equals("To")) {
            return compile(rest, made, status);
        }
        throw new NotKnown("<" + Mediators.name(first) + "> in the fault sequence");
    }

    private static Fault answer(SendMediator send, FaultMediator made, int status) throws NotKnown {
        if (send.getEndpoint() != null) {
            throw new NotKnown("a <send> to an endpoint in the fault sequence");
        }
        if (made == null || status == 0) {
            throw new NotKnown("the fault sequence sends something else than a fault with a status");
        }
        return new Fault.Answer(status, made.getFaultCodeValue(), made.getFaultReasonValue());
    }

    private Fault choose(SwitchMediator choice, Mediators rest, FaultMediator made, int status) throws NotKnown {
        Expression on = Expressions.of(choice.getSource(), Kind.STRING);
        if (!on.needsNoContent(Kind.STRING)) {
            throw new NotKnown("the fault sequence looks into the message");
        }
        List<Choice.Case<Fault>> cases = new ArrayList<>();
        for (SwitchCase one : choice.getCases()) {
            Mediators todo = Mediators.of(one.getCaseMediator().getList(), rest);
            cases.add(new Choice.Case<>(one.getRegex(), compile(todo, made, status)));
        }
        Mediators otherwise = choice.getDefaultCase() == null
                ? rest
                : Mediators.of(choice.getDefaultCase().getCaseMediator().getList(), rest);
        return new Fault.Choose(new Choice<>(on, Kind.STRING, cases, compile(otherwise, made, status)));
    }

    private static FaultMediator plain(FaultMediator fault) throws NotKnown {
        if (fault.getSoapVersion() != FaultMediator.SOAP11) {
            throw new NotKnown("a <makefault> that is not of SOAP 1.1");
        }
        if (fault.getFaultCodeValue() == null || fault.getFaultReasonValue() == null) {
            throw new NotKnown("a <makefault> whose code or reason is computed");
        }
        if (fault.getFaultNode() != null
                || fault.getFaultRole() != null
                || fault.getFaultDetail() != null
                || fault.getFaultDetailExpr() != null
                || !fault.getFaultDetailElements().isEmpty()) {
            throw new NotKnown("a <makefault> with role, node or detail");
        }
        return fault;
    }

    private static int status(PropertyMediator property) throws NotKnown {
        String value = String.valueOf(property.getValue());
        if (!XMLConfigConstants.SCOPE_AXIS2.equals(property.getScope()) || !value.matches("[2-5]\\d\\d")) {
            throw new NotKnown("the property " + STATUS + " is no status in the scope axis2: " + value);
        }
        return Integer.parseInt(value);
    }

    /** What only says that a message with an envelope goes back to the client, which is so anyway. */
    private static int unchanged(PropertyMediator property, int status) throws NotKnown {
        boolean remove = property.getAction() == PropertyMediator.ACTION_REMOVE;
        String value = String.valueOf(property.getValue());
        boolean harmless = switch (property.getName()) {
            case "pass-through.pipe" -> remove;
            case SynapseConstants.RESPONSE -> !remove && value.equals("true");
            case "messageType" -> !remove && value.equals("text/xml");
            default -> false;
        };
        if (!harmless) {
            throw new NotKnown("the property '" + property.getName() + "' in the fault sequence");
        }
        return status;
    }
}
