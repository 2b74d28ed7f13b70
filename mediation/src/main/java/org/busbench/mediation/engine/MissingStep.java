package org.busbench.mediation.engine;

import org.apache.synapse.MessageContext;
import org.apache.synapse.SynapseException;
import org.apache.synapse.mediators.AbstractMediator;

/** Stands in a sequence for a mediator that is not there: a message that comes to it fails. Synapse makes it by its name. Immutable once configured. */
public final class MissingStep extends AbstractMediator {

    private String why = "";

    /** Called by Synapse. */
    public MissingStep() {}

    /** For a reason. */
    public MissingStep(String why) {
        this.why = why;
    }

    public void setWhy(String why) {
        this.why = why;
    }

    /** Returns why messages fail. */
    public String getWhy() {
        return why;
    }

    @Override
    public boolean mediate(MessageContext message) {
        throw new SynapseException(why);
    }
}
