package org.busbench.mediation.compile;

import java.util.List;
import java.util.Locale;
import org.apache.synapse.Mediator;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.mediators.AbstractMediator;
import org.apache.synapse.mediators.base.SequenceMediator;
import org.apache.synapse.mediators.builtin.DropMediator;
import org.apache.synapse.mediators.filters.InMediator;
import org.apache.synapse.mediators.filters.OutMediator;

/**
 * The mediators that are still to be done, one behind the other, with sequences unfolded as they are met. Immutable.
 *
 * @param first what is done next; null at the end
 * @param rest what comes after it; null at the end
 * @param handler key of the sequence that is told when it fails, or null for the proxy's fault sequence
 */
record Mediators(Mediator first, Mediators rest, String handler) {

    private static final int MOST_NESTED = 32;

    static final Mediators END = new Mediators(null, null, null);

    boolean isEnd() {
        return first == null;
    }

    /** These, before the others. */
    static Mediators of(List<Mediator> some, Mediators then, String handler) {
        Mediators all = then;
        for (int i = some.size() - 1; i >= 0; i--) {
            all = new Mediators(some.get(i), all, handler);
        }
        return all;
    }

    /** A whole sequence. */
    static Mediators of(SequenceMediator sequence) {
        return sequence == null ? END : of(sequence.getList(), END, sequence.getErrorHandler());
    }

    /** The same with a mediator at the front that is no sequence, or the end. */
    Mediators unfolded(SynapseConfiguration configuration, Direction direction) throws NotKnown {
        Mediators some = this;
        for (int i = 0; some.isContainer(); i++) {
            if (i == MOST_NESTED) {
                throw new NotKnown("sequences that name each other more than " + MOST_NESTED + " deep");
            }
            some = some.opened(configuration, direction);
        }
        if (some.first instanceof AbstractMediator plain && plain.getTraceState() == SynapseConstants.TRACING_ON) {
            throw new NotKnown("<" + name(some.first) + "> is traced");
        }
        return some;
    }

    /** What a mediator is called in a configuration, or nearly so. */
    static String name(Mediator mediator) {
        String name = mediator.getClass().getSimpleName();
        String bare = name.endsWith("Mediator") ? name.substring(0, name.length() - "Mediator".length()) : name;
        return bare.equals("Fault") ? "makefault" : bare.toLowerCase(Locale.ROOT);
    }

    /** A sequence that the configuration holds under a key. */
    static SequenceMediator named(String key, SynapseConfiguration configuration) throws NotKnown {
        if (configuration.getSequence(key) instanceof SequenceMediator sequence && !sequence.isDynamic()) {
            return sequence;
        }
        throw new NotKnown("the sequence '" + key + "' is not part of the configuration");
    }

    /** Whether nothing follows, but perhaps the message's end. */
    boolean isOver() {
        return isEnd() || first instanceof DropMediator;
    }

    private boolean isContainer() {
        return first instanceof SequenceMediator || first instanceof InMediator || first instanceof OutMediator;
    }

    private Mediators opened(SynapseConfiguration configuration, Direction direction) throws NotKnown {
        if (first instanceof SequenceMediator sequence) {
            SequenceMediator meant = sequence;
            if (sequence.getKey() != null) {
                String key = sequence.getKey().getKeyValue();
                if (key == null) {
                    throw new NotKnown("a sequence whose key is an expression");
                }
                meant = named(key, configuration);
            }
            if (meant.getTraceState() == SynapseConstants.TRACING_ON || meant.isStatisticsEnable()) {
                throw new NotKnown("the sequence '" + meant.getName() + "' is traced or counted");
            }
            return of(meant.getList(), rest, meant.getErrorHandler() == null ? handler : meant.getErrorHandler());
        }
        if (direction == Direction.FAULT) {
            throw new NotKnown("<" + name(first) + "> in the fault sequence");
        }
        boolean run = (first instanceof InMediator) == (direction == Direction.REQUEST);
        if (!run) {
            return rest;
        }
        List<Mediator> children = first instanceof InMediator in ? in.getList() : ((OutMediator) first).getList();
        return of(children, rest, handler);
    }
}
