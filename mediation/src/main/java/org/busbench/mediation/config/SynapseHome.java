package org.busbench.mediation.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.ErrorListener;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * A Synapse configuration, and the folder from which the resources are named that its local entries need. Reading it here first turns what
 * Synapse would log and pass over into one clear error.
 *
 * @param folder absolute path of Synapse's home, which relative names of resources begin at
 * @param configuration absolute path of the configuration: a folder in Synapse's multi-file form, or one file
 * @param registry absolute path of the folder in the place of a registry; null for none
 */
public record SynapseHome(Path folder, Path configuration, Path registry) {

    private static final String FOLDER = "synapse-config";
    private static final List<String> INSIDE =
            List.of(FOLDER, "synapse.xml", "repository/conf/" + FOLDER, "repository/conf/synapse.xml");
    private static final String NAMESPACE = "http://ws.apache.org/ns/synapse";

    /** Makes the paths absolute. */
    public SynapseHome {
        folder = folder.toAbsolutePath().normalize();
        configuration = configuration.toAbsolutePath().normalize();
        registry = registry == null ? null : registry.toAbsolutePath().normalize();
    }

    /**
     * Finds home and configuration from what a user points at: a home that holds {@code synapse-config/} or {@code synapse.xml}, such a folder
     * or file itself, or a whole installation of Synapse that holds them in {@code repository/conf/}. Where the configuration lies in {@code
     * repository/conf/}, the home is the folder around that, as it is for Synapse.
     *
     * @return the home, not checked yet
     * @throws BadConfigException when no configuration can be found there
     */
    public static SynapseHome at(Path given) throws BadConfigException {
        Path path = given.toAbsolutePath().normalize();
        if (Files.isRegularFile(path)) {
            return new SynapseHome(around(path), path, null);
        }
        for (String inside : INSIDE) {
            Path candidate = path.resolve(inside);
            if (Files.exists(candidate)) {
                return new SynapseHome(around(candidate), candidate, null);
            }
        }
        if (Files.isDirectory(path) && (path.endsWith(FOLDER) || holdsArtifacts(path))) {
            return new SynapseHome(around(path), path, null);
        }
        throw new BadConfigException(
                given + ": no Synapse configuration; --config wants a folder with synapse-config/ or synapse.xml in it,"
                        + " one of these themselves, or an installation of Synapse");
    }

    /**
     * {@return the same with a folder in the place of a registry; null for none}
     *
     * @throws BadConfigException when it is no folder
     */
    public SynapseHome withRegistry(Path given) throws BadConfigException {
        if (given != null && !Files.isDirectory(given)) {
            throw new BadConfigException("--registry " + given + ": is no folder");
        }
        return new SynapseHome(folder, configuration, given);
    }

    private static boolean holdsArtifacts(Path folder) {
        return Files.isDirectory(folder.resolve("proxy-services")) || Files.isDirectory(folder.resolve("sequences"));
    }

    /** The home of a configuration: an installation's folder, or the one that holds it. */
    private static Path around(Path configuration) {
        Path parent = configuration.getParent();
        return parent.endsWith(Path.of("repository", "conf"))
                ? parent.getParent().getParent()
                : parent;
    }

    public Path configFolder() {
        return configuration;
    }

    /**
     * Reads every configuration file, and every resource that a local entry names, but compiles no stylesheet.
     *
     * @return the stylesheets, for {@link #compile}
     * @throws BadConfigException when a folder or file is missing, not well-formed, or not of Synapse's namespace
     */
    public Set<Path> checkFiles() throws BadConfigException {
        List<Path> files = files();
        if (files.isEmpty()) {
            throw new BadConfigException(configuration + ": holds no XML file, so there is nothing to mediate");
        }
        Set<Path> stylesheets = new LinkedHashSet<>();
        for (Path file : files) {
            stylesheets.addAll(checked(file));
        }
        return stylesheets;
    }

    /**
     * {@return the files of the configuration, in the order of their names}
     *
     * @throws BadConfigException when the folder cannot be read
     */
    public List<Path> files() throws BadConfigException {
        try (Stream<Path> tree = Files.walk(configuration)) {
            return tree.filter(file -> file.toString().endsWith(".xml"))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            throw new BadConfigException(configuration + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private Set<Path> checked(Path file) throws BadConfigException {
        Element root = parse(file).getDocumentElement();
        if (!NAMESPACE.equals(root.getNamespaceURI())) {
            throw new BadConfigException(
                    file + ":1: <" + root.getNodeName() + "> is not in Synapse's namespace " + NAMESPACE);
        }
        List<Element> entries = new ArrayList<>();
        if (root.getLocalName().equals("localEntry")) {
            entries.add(root);
        }
        NodeList inside = root.getElementsByTagNameNS(NAMESPACE, "localEntry");
        for (int i = 0; i < inside.getLength(); i++) {
            entries.add((Element) inside.item(i));
        }
        Set<Path> stylesheets = new LinkedHashSet<>();
        for (Element entry : entries) {
            String source = entry.getAttribute("src");
            if (source.startsWith("file:")) {
                Path resource = resource(file, source);
                if (isStylesheet(resource)) {
                    stylesheets.add(resource);
                }
            }
        }
        return stylesheets;
    }

    /** The file of a local entry, which is well-formed when it says that it is XML. */
    private Path resource(Path file, String source) throws BadConfigException {
        Path resource = folder.resolve(source.substring("file:".length())).normalize();
        if (!Files.isReadable(resource)) {
            throw new BadConfigException(file + ": src='" + source + "' names " + resource + ", which cannot be read");
        }
        if (isStylesheet(resource)
                || resource.toString().endsWith(".xml")
                || resource.toString().endsWith(".wsdl")) {
            parse(resource);
        }
        return resource;
    }

    private static boolean isStylesheet(Path resource) {
        return resource.toString().endsWith(".xsl") || resource.toString().endsWith(".xslt");
    }

    /**
     * Compiles stylesheets, which takes a good part of a start.
     *
     * @throws BadConfigException when one does not compile
     */
    public static void compile(Set<Path> stylesheets) throws BadConfigException {
        for (Path stylesheet : stylesheets) {
            compile(stylesheet);
        }
    }

    private static Document parse(Path file) throws BadConfigException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(THROWING);
            return builder.parse(file.toFile());
        } catch (SAXParseException e) {
            throw new BadConfigException(file + ":" + e.getLineNumber() + ": " + oneLine(e), e);
        } catch (SAXException | IOException e) {
            throw new BadConfigException(file + ": " + oneLine(e), e);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the JDK's own XML parser refuses to be hardened", e);
        }
    }

    private static void compile(Path stylesheet) throws BadConfigException {
        FirstProblem problem = new FirstProblem();
        TransformerFactory factory = TransformerFactory.newInstance();
        factory.setErrorListener(problem);
        Source source = new StreamSource(stylesheet.toFile());
        try {
            factory.newTemplates(source);
        } catch (TransformerConfigurationException e) {
            TransformerException first = problem.first == null ? e : problem.first;
            int line = first.getLocator() == null
                    ? 1
                    : Math.max(1, first.getLocator().getLineNumber());
            throw new BadConfigException(stylesheet + ":" + line + ": " + oneLine(first), e);
        }
    }

    private static String oneLine(Exception e) {
        return String.valueOf(e.getMessage()).replaceAll("\\s+", " ").strip();
    }

    private static final ErrorHandler THROWING = new DefaultHandler() {
        @Override
        public void error(SAXParseException e) throws SAXException {
            throw e;
        }
    };

    private static final class FirstProblem implements ErrorListener {

        private TransformerException first;

        @Override
        public void warning(TransformerException e) {
            // A stylesheet with a warning compiles.
        }

        @Override
        public void error(TransformerException e) {
            first = first == null ? e : first;
        }

        @Override
        public void fatalError(TransformerException e) {
            first = first == null ? e : first;
        }
    }
}
