package org.busbench.mediation.compile;

import java.util.List;
import org.apache.synapse.Mediator;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.mediators.AbstractListMediator;
import org.apache.synapse.mediators.AbstractMediator;
import org.apache.synapse.mediators.base.SequenceMediator;

/**
 * The mediators that are still to be done, one behind the other, with sequences unfolded as they are met. Immutable.
 *
 * @param first what is done next; null at the end
 * @param rest what comes after it; null at the end
 */
record Mediators(Mediator first, Mediators rest) {

    private static final int MOST_NESTED = 32;

    static final Mediators END = new Mediators(null, null);

    boolean isEnd() {
        return first == null;
    }

    /** These, before the others. */
    static Mediators of(List<Mediator> some, Mediators then) {
        Mediators all = then;
        for (int i = some.size() - 1; i >= 0; i--) {
            all = new Mediators(some.get(i), all);
        }
        return all;
    }

    /** The same with a mediator at the front that is no sequence, or the end. */
    Mediators unfolded(SynapseConfiguration configuration) throws NotKnown {
        Mediators some = this;
        for (int i = 0; some.first instanceof SequenceMediator sequence; i++) {
            if (i == MOST_NESTED) {
                throw new NotKnown("sequences that name each other more than " + MOST_NESTED + " deep");
            }
            some = of(children(sequence, configuration), some.rest);
        }
        if (some.first instanceof AbstractMediator plain && plain.getTraceState() == SynapseConstants.TRACING_ON) {
            throw new NotKnown("<" + name(some.first) + "> is traced");
        }
        return some;
    }

    /** Nothing that matters is left. */
    boolean isOver() {
        return isEnd() || first instanceof org.apache.synapse.mediators.builtin.DropMediator;
    }

    /** What a mediator is called in a configuration, or nearly so. */
    static String name(Mediator mediator) {
        String name = mediator.getClass().getSimpleName();
        String bare = name.endsWith("Mediator") ? name.substring(0, name.length() - "Mediator".length()) : name;
        return bare.toLowerCase(java.util.Locale.ROOT);
    }

    private static List<Mediator> children(SequenceMediator sequence, SynapseConfiguration configuration)
            throws NotKnown {
        if (sequence.getErrorHandler() != null) {
            throw new NotKnown("the sequence '" + sequence.getName() + "' has an error handler of its own");
        }
        if (sequence.getKey() == null) {
            return sequence.getList();
        }
        String key = sequence.getKey().getKeyValue();
        if (key == null) {
            throw new NotKnown("a sequence whose key is an expression");
        }
        return named(key, configuration).getList();
    }

    /** A sequence that the configuration holds under a key. */
    static AbstractListMediator named(String key, SynapseConfiguration configuration) throws NotKnown {
        if (configuration.getSequence(key) instanceof SequenceMediator sequence && !sequence.isDynamic()) {
            if (sequence.getErrorHandler() != null) {
                throw new NotKnown("the sequence '" + key + "' has an error handler of its own");
            }
            return sequence;
        }
        throw new NotKnown("the sequence '" + key + "' is not part of the configuration");
    }
}
