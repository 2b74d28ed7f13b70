package org.busbench.mediation.compile;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.synapse.Mediator;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.mediators.AbstractMediator;
import org.apache.synapse.mediators.Value;
import org.apache.synapse.mediators.base.SequenceMediator;
import org.apache.synapse.mediators.builtin.DropMediator;
import org.apache.synapse.mediators.builtin.LogMediator;
import org.apache.synapse.mediators.eip.Target;
import org.apache.synapse.mediators.filters.InMediator;
import org.apache.synapse.mediators.filters.OutMediator;
import org.busbench.mediation.compile.MessageState.Direction;
import org.busbench.mediation.engine.FolderRegistry;
import org.busbench.mediation.engine.MissingStep;

/**
 * The mediators that are still to be compiled, in their order: a linked list. {@link #unfolded} replaces sequences, {@code in} and {@code out} at
 * its front by their content. Immutable.
 *
 * @param first null at the end
 * @param rest null at the end
 * @param handler of errors of {@code first}; null for the proxy's fault sequence
 */
record MediatorQueue(Mediator first, MediatorQueue rest, Handler handler) {

    /**
     * A sequence that handles errors.
     *
     * @param outer handles those of this one; null for the proxy's fault sequence
     */
    record Handler(String key, Handler outer) {}

    private static final int MAX_NESTING = 32;
    private static final Pattern PROPERTY = Pattern.compile("get-property\\('([\\w.-]+)'\\)");

    /** Elements that have another name than their class. */
    private static final Map<String, String> NAMES = Map.of(
            "ConditionalRouter", "conditionalRouter",
            "Fault", "makefault",
            "Invoke", "call-template",
            "MessageStore", "store",
            "PayloadFactory", "payloadFactory",
            "URLRewrite", "rewrite");

    static final MediatorQueue END = new MediatorQueue(null, null, null);

    boolean isEnd() {
        return first == null;
    }

    /** Some mediators, before the others. */
    static MediatorQueue of(List<Mediator> some, MediatorQueue then, Handler handler) {
        MediatorQueue all = then;
        for (int i = some.size() - 1; i >= 0; i--) {
            all = new MediatorQueue(some.get(i), all, handler);
        }
        return all;
    }

    /** A whole sequence; null for none. */
    static MediatorQueue of(SequenceMediator sequence) {
        return sequence == null ? END : of(sequence.getList(), END, handler(sequence, null));
    }

    private static Handler handler(SequenceMediator sequence, Handler outer) {
        return sequence.getErrorHandler() == null ? outer : new Handler(sequence.getErrorHandler(), outer);
    }

    /** The same queue, empty or with a mediator at the front that is no container. */
    MediatorQueue unfolded(SynapseConfiguration configuration, Direction direction) throws NotCompilable {
        MediatorQueue queue = this;
        for (int i = 0; queue.beginsWithContainer(); i++) {
            if (i == MAX_NESTING) {
                throw new NotCompilable("sequences that name each other more than " + MAX_NESTING + " deep");
            }
            queue = queue.opened(configuration, direction);
        }
        if (queue.first instanceof AbstractMediator plain && LogCompiler.isTraced(plain.getTraceState())) {
            throw new NotCompilable("<" + name(queue.first) + "> is traced");
        }
        return queue;
    }

    /** The element name of a mediator in a configuration, or nearly so. */
    static String name(Mediator mediator) {
        String name = mediator.getClass().getSimpleName();
        String bare = name.endsWith("Mediator") ? name.substring(0, name.length() - "Mediator".length()) : name;
        return NAMES.getOrDefault(bare, bare.toLowerCase(Locale.ROOT));
    }

    /** A sequence that the configuration holds under a key. For a key of none it is a sequence that fails. */
    static SequenceMediator named(String key, SynapseConfiguration configuration) throws NotCompilable {
        Mediator found = configuration.getSequence(key);
        if (found instanceof SequenceMediator sequence && (!sequence.isDynamic() || isWhole(configuration))) {
            return sequence;
        }
        if (found == null && isWhole(configuration)) {
            SequenceMediator missing = new SequenceMediator();
            missing.addChild(new MissingStep("there is no sequence named '" + key + "'"));
            return missing;
        }
        throw new NotCompilable("the sequence '" + key + "' is not part of the configuration");
    }

    /** Whether a fault sequence tells the client nothing, as the default one. */
    static boolean isSilent(Mediator sequence) {
        return !(sequence instanceof SequenceMediator plain)
                || plain.getList().stream().allMatch(one -> one instanceof LogMediator || one instanceof DropMediator);
    }

    /** The key of a sequence that gets answers, which a property may be that is a literal. */
    static String literal(Value key, Map<String, String> literals) throws NotCompilable {
        if (key.getKeyValue() != null) {
            return key.getKeyValue();
        }
        Matcher property = PROPERTY.matcher(key.getExpression().toString());
        String known = property.matches() ? literals.get(property.group(1)) : null;
        if (known == null) {
            throw new NotCompilable("a <send> whose receiving sequence differs from message to message");
        }
        return known;
    }

    /** The sequence to which a route leads. */
    static SequenceMediator sequence(Target target, SynapseConfiguration configuration) throws NotCompilable {
        boolean isPlain = !target.isAsynchronous()
                && target.getSoapAction() == null
                && target.getToAddress() == null
                && target.getEndpoint() == null
                && target.getEndpointRef() == null;
        if (!isPlain || (target.getSequence() == null && target.getSequenceRef() == null)) {
            throw new NotCompilable("a route to something else than a sequence");
        }
        return target.getSequence() == null ? named(target.getSequenceRef(), configuration) : target.getSequence();
    }

    /** Whether all that keys can name was read with the configuration: a folder of a registry is read once. */
    static boolean isWhole(SynapseConfiguration configuration) {
        return configuration.getRegistry() == null || configuration.getRegistry() instanceof FolderRegistry;
    }

    /** Whether a key names no entry, and never will before the configuration is read again. */
    static boolean isMissingEntry(String key, SynapseConfiguration configuration) {
        return isWhole(configuration) && configuration.getEntry(key) == null;
    }

    /** Whether nothing follows but perhaps {@code drop}. */
    boolean isOver() {
        return isEnd() || first instanceof DropMediator;
    }

    private boolean beginsWithContainer() {
        return first instanceof SequenceMediator || first instanceof InMediator || first instanceof OutMediator;
    }

    private MediatorQueue opened(SynapseConfiguration configuration, Direction direction) throws NotCompilable {
        if (first instanceof SequenceMediator sequence) {
            SequenceMediator meant = sequence;
            if (sequence.getKey() != null) {
                String key = sequence.getKey().getKeyValue();
                if (key == null) {
                    throw new NotCompilable("a sequence whose key is an expression");
                }
                meant = named(key, configuration);
            }
            if (LogCompiler.isTraced(meant.getTraceState())) {
                throw new NotCompilable("the sequence '" + meant.getName() + "' is traced");
            }
            return of(meant.getList(), rest, handler(meant, handler));
        }
        if (direction == Direction.FAULT) {
            throw new NotCompilable("<" + name(first) + "> in the fault sequence");
        }
        boolean isExecuted = (first instanceof InMediator) == (direction == Direction.REQUEST);
        if (!isExecuted) {
            return rest;
        }
        List<Mediator> children = first instanceof InMediator in ? in.getList() : ((OutMediator) first).getList();
        return of(children, rest, handler);
    }
}
