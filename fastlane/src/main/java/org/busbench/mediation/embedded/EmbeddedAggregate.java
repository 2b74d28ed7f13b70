package org.busbench.mediation.embedded;

import java.time.Duration;
import java.util.Objects;
import org.apache.synapse.mediators.eip.EIPConstants;
import org.apache.synapse.mediators.eip.aggregator.AggregateMediator;
import org.apache.synapse.util.xpath.SynapseXPath;

/**
 * How messages become one: Synapse's {@code aggregate}, as far as it is known before a message comes.
 *
 * @param synapse of the flow
 * @param mediator as Synapse has read it; it is not asked to mediate
 * @param expression selects what is taken from each message
 * @param readsFields whether the expression asks for header fields
 */
public record EmbeddedAggregate(
        EmbeddedSynapse synapse, AggregateMediator mediator, SynapseXPath expression, boolean readsFields) {

    public EmbeddedAggregate {
        Objects.requireNonNull(synapse, "synapse");
        Objects.requireNonNull(mediator, "mediator");
    }

    /** Returns the name of the property that parts of one message have in common. */
    public String correlation() {
        return EIPConstants.AGGREGATE_CORRELATION + suffix();
    }

    /** Returns how long it waits for further messages after the first; null for as long as there may be some. */
    public Duration timeout() {
        long millis = mediator.getCompletionTimeoutMillis();
        return millis > 0 ? Duration.ofMillis(millis) : null;
    }

    /** Whether so many messages are enough, of which the first has this value of the property {@link #sequence}. */
    public boolean isComplete(int count, String sequence) {
        int least = mediator.getMinMessagesToComplete();
        int most = mediator.getMaxMessagesToComplete();
        String[] parts = sequence == null ? new String[0] : sequence.split(EIPConstants.MESSAGE_SEQUENCE_DELEMITER);
        return (parts.length > 1 && count >= Integer.parseInt(parts[1]))
                || (least > 0 && count >= least)
                || (most > 0 && count >= most);
    }

    /** Returns the name of the property that tells which of how many parts a message is. */
    public String sequence() {
        return EIPConstants.MESSAGE_SEQUENCE + suffix();
    }

    private String suffix() {
        return mediator.getId() == null ? "" : "." + mediator.getId();
    }
}
