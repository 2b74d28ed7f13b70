package org.busbench.mediation.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.om.util.StAXParserConfiguration;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.config.SynapseConfigUtils;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.config.SynapsePropertiesLoader;
import org.apache.synapse.config.xml.ConfigurationFactoryAndSerializerFinder;
import org.apache.synapse.config.xml.MultiXMLConfigurationBuilder;
import org.apache.synapse.config.xml.SynapseXMLConfigurationFactory;
import org.apache.synapse.config.xml.XMLConfigConstants;
import org.apache.synapse.core.axis2.ProxyService;
import org.apache.synapse.registry.Registry;
import org.apache.synapse.util.resolver.ResourceMap;
import org.busbench.mediation.config.BadConfigException;
import org.busbench.mediation.config.SynapseHome;
import org.xml.sax.InputSource;

/**
 * Reads a configuration from its files, in the order of Synapse's own reader and with Synapse's own factories. A file may also hold one artifact alone. What only
 * WSO2's products know is put into Synapse's words first ({@link Dialect}).
 *
 * <p>For one thread.
 */
final class ConfigurationReader {

    private static final Map<String, Definition> FOLDERS = new LinkedHashMap<>();

    static {
        FOLDERS.put(MultiXMLConfigurationBuilder.LOCAL_ENTRY_DIR, SynapseXMLConfigurationFactory::defineEntry);
        FOLDERS.put(MultiXMLConfigurationBuilder.ENDPOINTS_DIR, SynapseXMLConfigurationFactory::defineEndpoint);
        FOLDERS.put(MultiXMLConfigurationBuilder.SEQUENCES_DIR, SynapseXMLConfigurationFactory::defineSequence);
        FOLDERS.put(MultiXMLConfigurationBuilder.TEMPLATES_DIR, SynapseXMLConfigurationFactory::defineTemplate);
        FOLDERS.put(MultiXMLConfigurationBuilder.PROXY_SERVICES_DIR, SynapseXMLConfigurationFactory::defineProxy);
        FOLDERS.put(MultiXMLConfigurationBuilder.TASKS_DIR, SynapseXMLConfigurationFactory::defineStartup);
        FOLDERS.put(MultiXMLConfigurationBuilder.EVENTS_DIR, SynapseXMLConfigurationFactory::defineEventSource);
        FOLDERS.put(MultiXMLConfigurationBuilder.EXECUTORS_DIR, SynapseXMLConfigurationFactory::defineExecutor);
        FOLDERS.put(MultiXMLConfigurationBuilder.MESSAGE_STORE_DIR, SynapseXMLConfigurationFactory::defineMessageStore);
        FOLDERS.put(
                MultiXMLConfigurationBuilder.MESSAGE_PROCESSOR_DIR,
                SynapseXMLConfigurationFactory::defineMessageProcessor);
        FOLDERS.put(MultiXMLConfigurationBuilder.SYNAPSE_IMPORTS_DIR, SynapseXMLConfigurationFactory::defineImport);
        FOLDERS.put(
                MultiXMLConfigurationBuilder.REST_API_DIR,
                (configuration, element, properties) ->
                        SynapseXMLConfigurationFactory.defineAPI(configuration, element));
    }

    private final SynapseHome home;
    private final Properties properties = SynapsePropertiesLoader.loadSynapseProperties();
    private final List<String> notes = new ArrayList<>();
    private final Dialect dialect;
    private Path file;

    /** Adds one artifact to a configuration. */
    private interface Definition {
        void define(SynapseConfiguration configuration, OMElement element, Properties properties);
    }

    /** What a WSDL imports, by the names that it says: else Axis2 gives a schema another name, and the WSDL that it publishes asks for one that is not there. */
    private static final class NamedResources extends ResourceMap {
        NamedResources(ResourceMap same) {
            same.getResources().forEach(this::addResource);
        }

        @Override
        public InputSource resolve(SynapseConfiguration configuration, String location) {
            InputSource found = super.resolve(configuration, location);
            if (found != null) {
                found.setSystemId(location);
            }
            return found;
        }
    }

    ConfigurationReader(SynapseHome home) {
        this.home = home;
        this.file = home.configuration();
        this.dialect = new Dialect(home.registry(), notes);
        properties.put(SynapseConstants.RESOLVE_ROOT, home.folder().toString());
        properties.put(SynapseConstants.SYNAPSE_HOME, home.folder().toString());
    }

    /** Reads the configuration as it is on disk now; Synapse need not run. */
    SynapseConfiguration read() throws BadConfigException {
        try {
            SynapseConfiguration read = Files.isDirectory(file) ? folder(file) : whole(element(file));
            addRegistry(read);
            read = fromRegistry(read);
            read.setPathToConfigFile(home.configuration().toString());
            if (read.getMainSequence() == null) {
                SynapseConfigUtils.setDefaultMainSequence(read);
            }
            if (read.getFaultSequence() == null) {
                SynapseConfigUtils.setDefaultFaultSequence(read);
            }
            for (ProxyService proxy : read.getProxyServices()) {
                Send.toTarget(proxy);
                if (proxy.getResourceMap() != null) {
                    proxy.setResourceMap(new NamedResources(proxy.getResourceMap()));
                }
            }
            for (String name : properties.stringPropertyNames()) {
                read.setProperty(name, properties.getProperty(name));
            }
            return read;
        } catch (RuntimeException | LinkageError e) {
            // Its factories let more escape than SynapseException, as where an attribute is missing.
            throw new BadConfigException(file + ": Synapse refuses it: " + MissingLibrary.refusal(e), e);
        } catch (IOException e) {
            throw new BadConfigException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private SynapseConfiguration folder(Path root) throws IOException {
        Path first = root.resolve(SynapseConstants.SYNAPSE_XML);
        SynapseConfiguration all = whole(Files.isRegularFile(first) ? element(first) : empty());
        Path registry = root.resolve(MultiXMLConfigurationBuilder.REGISTRY_FILE);
        if (all.getRegistry() == null && Files.isRegularFile(registry)) {
            SynapseXMLConfigurationFactory.defineRegistry(all, element(registry), properties);
        }
        for (Map.Entry<String, Definition> kind : FOLDERS.entrySet()) {
            for (Path one : files(root.resolve(kind.getKey()))) {
                OMElement artifact = element(one);
                if (!dialect.leavesOut(artifact, one)) {
                    kind.getValue().define(all, artifact, properties);
                }
            }
        }
        file = root;
        return all;
    }

    private static List<Path> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.filter(one -> one.toString().endsWith(".xml") && Files.isRegularFile(one))
                    .sorted()
                    .toList();
        }
    }

    private OMElement element(Path which) throws IOException {
        file = which;
        try (InputStream in = Files.newInputStream(which)) {
            OMElement root = OMXMLBuilderFactory.createOMBuilder(StAXParserConfiguration.SOAP, in)
                    .getDocumentElement(true);
            root.build();
            dialect.adapt(root, which);
            return root;
        }
    }

    /** {@return what is missing, or was put into other words, a sentence each} */
    List<String> notes() {
        return List.copyOf(notes);
    }

    private SynapseConfiguration whole(OMElement root) {
        OMElement definitions = root;
        if (!root.getQName().equals(XMLConfigConstants.DEFINITIONS_ELT)) {
            definitions = empty();
            definitions.addChild(root);
        }
        return ConfigurationFactoryAndSerializerFinder.getInstance().getConfiguration(definitions, properties);
    }

    private static OMElement empty() {
        return OMAbstractFactory.getOMFactory().createOMElement(XMLConfigConstants.DEFINITIONS_ELT);
    }

    private void addRegistry(SynapseConfiguration read) throws BadConfigException {
        if (home.registry() == null || read.getRegistry() instanceof FolderRegistry) {
            return;
        }
        if (read.getRegistry() != null) {
            throw new BadConfigException(home.configuration() + ": it names a registry of its own, "
                    + read.getRegistry().getProviderClass() + ": leave out --registry");
        }
        Registry folder = new FolderRegistry();
        Properties where = new Properties();
        where.setProperty(FolderRegistry.FOLDER, home.registry().toString());
        folder.init(where);
        read.setRegistry(folder);
    }

    /** A configuration that only names a registry stands in that registry. */
    private SynapseConfiguration fromRegistry(SynapseConfiguration local) {
        if (local.getRegistry() == null
                || !local.getLocalRegistry().isEmpty()
                || !local.getProxyServices().isEmpty()) {
            return local;
        }
        if (!(local.getRegistry().lookup(SynapseConstants.SYNAPSE_XML) instanceof OMElement remote)) {
            return local;
        }
        SynapseConfiguration meant = whole(remote);
        if (meant.getRegistry() == null) {
            meant.setRegistry(local.getRegistry());
        }
        return meant;
    }
}
