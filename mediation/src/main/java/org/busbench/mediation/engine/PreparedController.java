package org.busbench.mediation.engine;

import java.nio.file.Files;
import java.util.Properties;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.synapse.Axis2SynapseController;
import org.apache.synapse.ServerConfigurationInformation;
import org.apache.synapse.ServerContextInformation;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.SynapseException;
import org.apache.synapse.config.Entry;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.config.SynapsePropertiesLoader;
import org.apache.synapse.core.SynapseEnvironment;
import org.apache.synapse.core.axis2.MessageContextCreatorForAxis2;
import org.busbench.mediation.config.SynapseHome;

/** Starts Synapse with a configuration that was read before, so that the lanes of the mediator are made of the same one. Synapse makes it by its name. */
public final class PreparedController extends Axis2SynapseController {

    private static final String PREPARED = "busbench.configuration";

    /** Called by Synapse. */
    public PreparedController() {}

    /** Has Synapse start with a configuration; with null it reads its own. */
    static void prepare(ServerContextInformation context, SynapseConfiguration configuration) {
        if (configuration != null) {
            context.addProperty(PREPARED, configuration);
        }
    }

    /** Whether only Synapse's own start can read the configuration: it finds libraries and data sources in steps that nothing else can call. */
    static boolean mustRead(SynapseHome home) {
        Properties properties = SynapsePropertiesLoader.loadSynapseProperties();
        return properties.containsKey("synapse.datasources")
                || Files.exists(home.folder().resolve("repository/conf/synapse-libs"));
    }

    @Override
    public SynapseConfiguration createSynapseConfiguration() {
        SynapseConfiguration prepared = (SynapseConfiguration) serverContextInformation.getProperty(PREPARED);
        if (prepared == null) {
            return super.createSynapseConfiguration();
        }
        AxisConfiguration axis =
                ((ConfigurationContext) serverContextInformation.getServerContext()).getAxisConfiguration();
        synapseConfiguration = prepared;
        prepared.setAxisConfiguration(axis);
        addServer(prepared, serverConfigurationInformation);
        MessageContextCreatorForAxis2.setSynConfig(prepared);
        try {
            axis.addParameter(new Parameter(SynapseConstants.SYNAPSE_CONFIG, prepared));
        } catch (AxisFault e) {
            throw new SynapseException("Axis2 does not take the configuration: " + e.getMessage(), e);
        }
        return prepared;
    }

    @Override
    public SynapseEnvironment createSynapseEnvironment() {
        SynapseEnvironment made = super.createSynapseEnvironment();
        SparingEnvironment sparing = new SparingEnvironment(
                (ConfigurationContext) serverContextInformation.getServerContext(),
                synapseConfiguration,
                serverContextInformation);
        made.getXpathFunctionExtensions().values().forEach(sparing::setXpathFunctionExtensions);
        made.getXpathVariableExtensions().values().forEach(sparing::setXpathVariableExtensions);
        sparing.serve();
        return made;
    }

    /** Adds the entries through which mediators ask for this host, as Synapse does at its start: its name, and where the mediator listens. */
    static void addServer(SynapseConfiguration configuration, ServerConfigurationInformation server) {
        if (server.getHostName() != null) {
            configuration.addEntry(
                    SynapseConstants.SERVER_HOST, entry(SynapseConstants.SERVER_HOST, server.getHostName()));
        }
        Object address = configuration
                .getAxisConfiguration()
                .getTransportIn(Constants.TRANSPORT_HTTP)
                .getParameter("bind-address")
                .getValue();
        configuration.addEntry(SynapseConstants.SERVER_IP, entry(SynapseConstants.SERVER_IP, address));
    }

    private static Entry entry(String key, Object value) {
        Entry entry = new Entry(key);
        entry.setValue(value);
        return entry;
    }
}
