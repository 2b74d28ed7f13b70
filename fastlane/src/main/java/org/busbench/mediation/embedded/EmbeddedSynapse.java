package org.busbench.mediation.embedded;

import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.core.SynapseEnvironment;
import org.apache.synapse.core.axis2.Axis2SynapseEnvironment;

/**
 * What embedded mediators see of Synapse: one configuration, and an environment that has neither transports nor services. The engine need not run for it, and
 * no thread starts. For any thread.
 */
public final class EmbeddedSynapse {
    private final SynapseConfiguration configuration;
    private final SynapseEnvironment environment;
    private final ConfigurationContext axis = new ConfigurationContext(new AxisConfiguration());

    /** For a configuration that Synapse's own classes have read; it is not changed. */
    public EmbeddedSynapse(SynapseConfiguration configuration) {
        this.configuration = configuration;
        this.environment = new Axis2SynapseEnvironment(axis, configuration);
    }

    SynapseConfiguration configuration() {
        return configuration;
    }

    SynapseEnvironment environment() {
        return environment;
    }

    MessageContext newMessage() {
        MessageContext message = new MessageContext();
        message.setConfigurationContext(axis);
        message.setServerSide(true);
        return message;
    }
}
