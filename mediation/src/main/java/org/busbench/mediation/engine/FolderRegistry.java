package org.busbench.mediation.engine;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import javax.activation.DataHandler;
import org.apache.axiom.attachments.ByteArrayDataSource;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMException;
import org.apache.axiom.om.OMFactory;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.om.util.StAXParserConfiguration;
import org.apache.synapse.SynapseException;
import org.apache.synapse.registry.AbstractRegistry;
import org.apache.synapse.registry.RegistryEntry;
import org.apache.synapse.registry.RegistryEntryImpl;

/**
 * A registry over one folder, in the place of that of WSO2's products. The key {@code conf:a/b} stands for the file {@code config/a/b} in it, {@code gov:a/b} for
 * {@code governance/a/b}, another key for the file of its name. A key may come from a message: no key leads out of the folder, by {@code ..} or by a link.
 * Without a folder it is empty. A file is read when it is first asked for, and again after a reload.
 *
 * <p>For any thread. Synapse makes it by its name.
 */
public final class FolderRegistry extends AbstractRegistry {

    /** The parameter that names the folder. */
    static final String FOLDER = "busbench.folder";

    private static final Map<String, String> ROOTS = Map.of(
            "conf:",
            "config/",
            "gov:",
            "governance/",
            "/_system/config/",
            "config/",
            "/_system/governance/",
            "governance/");

    /** Called by Synapse. */
    public FolderRegistry() {}

    @Override
    public OMNode lookup(String key) {
        String folder = properties.getProperty(FOLDER);
        Path file = folder == null || key == null ? null : file(Path.of(folder), key);
        if (file == null) {
            return null;
        }
        try {
            byte[] content = Files.readAllBytes(file);
            try {
                // Document types are skipped and entities not known, so that a file reads no other file.
                return OMXMLBuilderFactory.createOMBuilder(
                                OMAbstractFactory.getOMFactory(),
                                StAXParserConfiguration.SOAP,
                                new ByteArrayInputStream(content))
                        .getDocumentElement();
            } catch (OMException e) {
                return text(content);
            }
        } catch (IOException e) {
            throw new SynapseException("the registry's file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static OMNode text(byte[] content) {
        OMFactory factory = OMAbstractFactory.getOMFactory();
        try {
            return factory.createOMText(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString());
        } catch (CharacterCodingException e) {
            return factory.createOMText(new DataHandler(new ByteArrayDataSource(content)), true);
        }
    }

    /** The file of a key, or null, as it is without a folder. */
    static Path file(Path folder, String key) {
        if (folder == null) {
            return null;
        }
        String name = key;
        for (Map.Entry<String, String> root : ROOTS.entrySet()) {
            if (key.startsWith(root.getKey())) {
                name = root.getValue() + key.substring(root.getKey().length()).replaceFirst("^/+", "");
            }
        }
        try {
            Path root = folder.toRealPath();
            Path file = root.resolve(name.replaceFirst("^/+", "")).toRealPath();
            return file.startsWith(root) && Files.isRegularFile(file) ? file : null;
        } catch (IOException | InvalidPathException e) {
            // There is no file of that name.
            return null;
        }
    }

    @Override
    public RegistryEntry getRegistryEntry(String key) {
        RegistryEntryImpl entry = new RegistryEntryImpl();
        entry.setKey(key);
        return entry;
    }

    @Override
    public RegistryEntry[] getChildren(RegistryEntry entry) {
        throw readOnly();
    }

    @Override
    public RegistryEntry[] getDescendants(RegistryEntry entry) {
        throw readOnly();
    }

    @Override
    public void delete(String path) {
        throw readOnly();
    }

    @Override
    public void newResource(String path, boolean isDirectory) {
        throw readOnly();
    }

    @Override
    public void updateResource(String path, Object value) {
        throw readOnly();
    }

    @Override
    public void updateRegistryEntry(RegistryEntry entry) {
        throw readOnly();
    }

    private static SynapseException readOnly() {
        return new SynapseException("the folder of the registry is only read, file by file");
    }
}
