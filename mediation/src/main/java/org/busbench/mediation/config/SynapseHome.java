package org.busbench.mediation.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * A folder that holds a Synapse configuration: {@code synapse-config/} in Synapse's multi-file form, and the resources that its local
 * entries name relative to the folder. Reading it here first turns what Synapse would log and pass over into one clear error.
 *
 * @param folder absolute path of the folder
 */
public record SynapseHome(Path folder) {

    private static final String NAMESPACE = "http://ws.apache.org/ns/synapse";

    /** Makes the path absolute. */
    public SynapseHome {
        folder = folder.toAbsolutePath().normalize();
    }

    /**
     * {@return the folder with the configuration files}
     */
    public Path configFolder() {
        return folder.resolve("synapse-config");
    }

    /**
     * Reads every configuration file and every stylesheet that a local entry names.
     *
     * @throws BadConfigException when a folder or file is missing, not well-formed, not of Synapse's namespace, or a stylesheet does not compile
     */
    public void check() throws BadConfigException {
        if (!Files.isDirectory(configFolder())) {
            throw new BadConfigException(
                    folder
                            + ": no folder synapse-config in it; --config wants a Synapse home, see mediation/src/main/synapse");
        }
        List<Path> files;
        try (Stream<Path> tree = Files.walk(configFolder())) {
            files = tree.filter(file -> file.toString().endsWith(".xml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new BadConfigException(configFolder() + ": cannot be read: " + e.getMessage(), e);
        }
        if (files.isEmpty()) {
            throw new BadConfigException(configFolder() + ": holds no XML file, so there is nothing to mediate");
        }
        for (Path file : files) {
            check(file);
        }
    }

    private void check(Path file) throws BadConfigException {
        Element root = parse(file).getDocumentElement();
        if (!NAMESPACE.equals(root.getNamespaceURI())) {
            throw new BadConfigException(
                    file + ":1: <" + root.getNodeName() + "> is not in Synapse's namespace " + NAMESPACE);
        }
        String source = root.getAttribute("src");
        if (!root.getLocalName().equals("localEntry") || !source.startsWith("file:")) {
            return;
        }
        Path resource = folder.resolve(source.substring("file:".length())).normalize();
        if (!Files.isReadable(resource)) {
            throw new BadConfigException(file + ": src='" + source + "' names " + resource + ", which cannot be read");
        }
        if (resource.toString().endsWith(".xsl") || resource.toString().endsWith(".xslt")) {
            compile(resource);
        } else if (resource.toString().endsWith(".xml") || resource.toString().endsWith(".wsdl")) {
            parse(resource);
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
        parse(stylesheet);
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

    private static final ErrorHandler THROWING = new ErrorHandler() {
        @Override
        public void warning(SAXParseException e) {
            // A warning of the parser leaves the document as it is.
        }

        @Override
        public void error(SAXParseException e) throws SAXException {
            throw e;
        }

        @Override
        public void fatalError(SAXParseException e) throws SAXException {
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
