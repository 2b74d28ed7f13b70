package org.busbench.mediation.embedded;

import java.util.Objects;
import org.apache.synapse.Mediator;

/**
 * One of Synapse's own mediators, or one of ours in its place, as a step of a flow. It touches nothing but the message and its properties, and waits for nothing.
 *
 * @param name of its element in a configuration
 * @param readsFields whether it asks for header fields
 * @param computesLong whether it may take long even for a short message
 */
public record EmbeddedMediator(
        EmbeddedSynapse synapse, Mediator mediator, String name, boolean readsFields, boolean computesLong) {

    public EmbeddedMediator {
        Objects.requireNonNull(synapse, "synapse");
        Objects.requireNonNull(mediator, "mediator");
        Objects.requireNonNull(name, "name");
    }

    /** The validation by a schema, if it is one; else null. */
    public SchemaValidation validation() {
        return mediator instanceof SchemaValidation schema ? schema : null;
    }

    /** Whether the content may be another one afterwards. */
    boolean changesContent() {
        return validation() == null;
    }
}
