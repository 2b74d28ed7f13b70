package org.busbench.mediation.engine;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.context.MessageContext;
import org.apache.synapse.ManagedLifecycle;
import org.apache.synapse.Mediator;
import org.apache.synapse.config.xml.AbstractMediatorFactory;
import org.apache.synapse.config.xml.SequenceMediatorFactory;
import org.apache.synapse.config.xml.XMLConfigConstants;
import org.apache.synapse.core.SynapseEnvironment;
import org.apache.synapse.core.axis2.Axis2MessageContext;
import org.apache.synapse.mediators.AbstractMediator;
import org.apache.synapse.mediators.Value;
import org.apache.synapse.mediators.base.SequenceMediator;

/**
 * Synapse's {@code throttle}, whose own library is in no public registry, as far as its policy gives any client's address a number of messages in
 * a time, and nothing else. The time of an address begins with its first message. Thread-safe.
 */
public final class Throttle extends AbstractMediator implements ManagedLifecycle, Predicate<String> {
    private static final int MOST_ADDRESSES = 10_000;
    private static final QName NAME = new QName(XMLConfigConstants.SYNAPSE_NAMESPACE, "throttle");
    private static final String COUNT = "MaximumCount";
    private static final String TIME = "UnitTime";

    private final int most;
    private final long nanos;
    private final SequenceMediator accepted;
    private final SequenceMediator refused;
    /** Guarded by itself. */
    private final Map<String, Period> periods = new HashMap<>();

    private static final class Period {
        private final long begun;
        private int messages;

        Period(long begun) {
            this.begun = begun;
        }
    }

    private Throttle(int most, long millis, SequenceMediator accepted, SequenceMediator refused) {
        this.most = most;
        this.nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        this.accepted = accepted;
        this.refused = refused;
    }

    /** Counts a message of an address. Returns whether it goes on. */
    @Override
    public boolean test(String address) {
        long now = System.nanoTime();
        synchronized (periods) {
            if (periods.size() >= MOST_ADDRESSES) {
                periods.values().removeIf(period -> now - period.begun >= nanos);
            }
            Period period = periods.get(address);
            if (period == null || now - period.begun >= nanos) {
                // An address for which there is no room has to wait until another one's time is over.
                if (period == null && periods.size() >= MOST_ADDRESSES) {
                    return false;
                }
                period = new Period(now);
                periods.put(address, period);
            }
            return period.messages++ < most;
        }
    }

    /** What is done with messages that go on. */
    public List<Mediator> accepted() {
        return List.of(accepted);
    }

    /** What is done with the others; empty where they are dropped. */
    public List<Mediator> refused() {
        return refused == null ? List.of() : List.of(refused);
    }

    @Override
    public void init(SynapseEnvironment environment) {
        accepted.init(environment);
        if (refused != null) {
            refused.init(environment);
        }
    }

    @Override
    public void destroy() {
        accepted.destroy();
        if (refused != null) {
            refused.destroy();
        }
    }

    @Override
    public boolean mediate(org.apache.synapse.MessageContext message) {
        Object address =
                ((Axis2MessageContext) message).getAxis2MessageContext().getProperty(MessageContext.REMOTE_ADDR);
        boolean goesOn = message.isResponse() || test(String.valueOf(address));
        return goesOn ? accepted.mediate(message) : refused != null && refused.mediate(message);
    }

    /** Makes the mediator of its element. */
    public static final class Factory extends AbstractMediatorFactory {

        /** Whether the policy of a {@code throttle} is one that is known here. */
        static boolean knows(OMElement step) {
            Map<String, String> policy = policy(step);
            return "other".equals(policy.get("ID"))
                    && isNumber(policy.get(COUNT))
                    && isNumber(policy.get(TIME))
                    && policy.getOrDefault("ProhibitTimePeriod", "0").equals("0")
                    && policy.keySet().stream().allMatch(List.of("ID", COUNT, TIME, "ProhibitTimePeriod")::contains);
        }

        private static boolean isNumber(String text) {
            return text != null && text.matches("[1-9][0-9]{0,8}");
        }

        /** The texts of the policy by the names of their elements; a name that comes twice has no number as its text. */
        private static Map<String, String> policy(OMElement step) {
            Map<String, String> texts = new HashMap<>();
            OMElement policy = step.getFirstChildWithName(new QName(NAME.getNamespaceURI(), "policy"));
            for (Iterator<?> all = policy == null ? List.of().iterator() : policy.getDescendants(false);
                    all.hasNext(); ) {
                if (all.next() instanceof OMElement element && element.getFirstElement() == null) {
                    boolean isOfOtherKind = element.getLocalName().equals("ID")
                            && !"IP"
                                    .equals(element.getAttributeValue(
                                            new QName(element.getQName().getNamespaceURI(), "type")));
                    texts.merge(
                            element.getLocalName(),
                            isOfOtherKind ? "" : element.getText().strip(),
                            (one, other) -> one + " " + other);
                }
            }
            return texts;
        }

        @Override
        public QName getTagQName() {
            return NAME;
        }

        @Override
        protected Mediator createSpecificMediator(OMElement step, Properties properties) {
            Map<String, String> policy = policy(step);
            SequenceMediator accepted = sequence(step, "onAccept", properties);
            return new Throttle(
                    Integer.parseInt(policy.get(COUNT)),
                    Long.parseLong(policy.get(TIME)),
                    accepted == null ? new SequenceMediator() : accepted,
                    sequence(step, "onReject", properties));
        }

        private static SequenceMediator sequence(OMElement step, String name, Properties properties) {
            OMElement inline = step.getFirstChildWithName(new QName(NAME.getNamespaceURI(), name));
            String key = step.getAttributeValue(new QName(name));
            if (key == null) {
                return inline == null
                        ? null
                        : new SequenceMediatorFactory().createAnonymousSequence(inline, properties);
            }
            SequenceMediator named = new SequenceMediator();
            named.setKey(new Value(key.strip()));
            return named;
        }
    }
}
