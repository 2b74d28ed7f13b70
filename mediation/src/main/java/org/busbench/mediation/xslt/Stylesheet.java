package org.busbench.mediation.xslt;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.Source;
import javax.xml.transform.sax.SAXSource;
import net.sf.saxon.lib.Feature;
import net.sf.saxon.lib.ResourceRequest;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XsltCompiler;
import net.sf.saxon.s9api.XsltExecutable;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.trans.XsltController;
import org.busbench.mediation.xslt.stream.Program;
import org.busbench.mediation.xslt.stream.compile.NotStreamable;
import org.busbench.mediation.xslt.stream.compile.StylesheetCompiler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/**
 * A compiled stylesheet, closed to the outside: it reads no file and opens no connection ({@code document()}, {@code unparsed-text()}), calls no
 * Java, writes no result documents, and imports only what {@link Resources} gives it. Compile at start: it takes milliseconds.
 *
 * <p>Immutable and safe for use by any number of threads.
 */
public final class Stylesheet {

    private static final Processor SAXON = closedSaxon();
    private static final SaxonNames NAMES =
            new SaxonNames(SAXON.getUnderlyingConfiguration().getNamePool());

    private final String name;
    private final XsltExecutable executable;
    private final Program program;
    private final String needsTree;

    private Stylesheet(String name, XsltExecutable executable, Program program, String needsTree) {
        this.name = name;
        this.executable = executable;
        this.program = program;
        this.needsTree = needsTree;
    }

    /**
     * Compiles a stylesheet.
     *
     * @param name for messages, as the configuration calls it
     * @param bytes the stylesheet, a document without document type
     * @param resources what it may import
     * @throws StylesheetException when it is malformed, no stylesheet, or makes text or HTML, which cannot stand in an envelope
     */
    public static Stylesheet compile(String name, byte[] bytes, Resources resources) throws StylesheetException {
        XsltCompiler compiler = SAXON.newXsltCompiler();
        List<String> errors = new ArrayList<>();
        compiler.setErrorReporter(error -> {
            if (!error.isWarning()) {
                errors.add(error.getMessage() + " (line " + error.getLocation().getLineNumber() + ")");
            }
        });
        compiler.setResourceResolver(request -> imported(request, resources));
        try {
            XsltExecutable executable = compiler.compile(source(bytes));
            String method = executable
                    .getUnderlyingCompiledStylesheet()
                    .getPrimarySerializationProperties()
                    .getProperties()
                    .getProperty("method", "xml");
            if (!method.equals("xml")) {
                throw new StylesheetException(
                        "the stylesheet '" + name + "' makes '" + method + "', not XML: it cannot stand in an envelope",
                        null);
            }
            return stylesheet(name, executable, bytes);
        } catch (SaxonApiException e) {
            String what = errors.isEmpty() ? e.getMessage() : errors.get(0);
            throw new StylesheetException("the stylesheet '" + name + "' cannot be compiled: " + oneLine(what), e);
        }
    }

    private static Stylesheet stylesheet(String name, XsltExecutable executable, byte[] bytes) {
        try {
            return new Stylesheet(name, executable, StylesheetCompiler.compile(bytes), "");
        } catch (NotStreamable e) {
            return new Stylesheet(name, executable, null, e.getMessage());
        }
    }

    /** The same, done on a tree whatever it is: what the other way is held to. */
    Stylesheet onTree() {
        return new Stylesheet(name, executable, null, "it was asked for");
    }

    /** Why messages become trees for it, in words for {@code --explain}; empty when they do not. */
    public String needsTree() {
        return needsTree;
    }

    /** What it does without a tree, or null. */
    Program program() {
        return program;
    }

    /** The name that it was compiled under. */
    public String name() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }

    /** What one transformation needs. */
    XsltController newController() {
        return executable.getUnderlyingCompiledStylesheet().newController();
    }

    /** The names of messages that all stylesheets share. */
    static SaxonNames names() {
        return NAMES;
    }

    static String oneLine(String text) {
        return text == null ? "no reason given" : text.strip().replaceAll("\\s+", " ");
    }

    private static Source imported(ResourceRequest request, Resources resources) throws XPathException {
        String href = request.relativeUri == null ? request.uri : request.relativeUri;
        byte[] bytes = resources.find(href);
        if (bytes == null) {
            throw new XPathException(String.format(
                    Locale.ROOT, "'%s' is not among the resources that the configuration gives this stylesheet", href));
        }
        return source(bytes);
    }

    private static Source source(byte[] bytes) {
        return new SAXSource(hardenedParser(), new InputSource(new ByteArrayInputStream(bytes)));
    }

    private static XMLReader hardenedParser() {
        try {
            SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return factory.newSAXParser().getXMLReader();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IllegalStateException("the JDK's parser cannot be closed to the outside", e);
        }
    }

    private static Processor closedSaxon() {
        Processor saxon = new Processor(false);
        saxon.setConfigurationProperty(Feature.ALLOW_EXTERNAL_FUNCTIONS, false);
        saxon.setConfigurationProperty(Feature.ALLOWED_PROTOCOLS, "");
        saxon.setConfigurationProperty(Feature.DISABLE_XSL_EVALUATE, true);
        saxon.getUnderlyingConfiguration().setResourceResolver(request -> {
            throw new XPathException(
                    "'" + request.uri + "': a stylesheet reaches nothing outside of the configuration");
        });
        return saxon;
    }

    /** What {@code xsl:import} and {@code xsl:include} may name; there is nothing else that a stylesheet can reach. */
    @FunctionalInterface
    public interface Resources {

        /** Nothing at all. */
        Resources NONE = href -> null;

        /**
         * Finds a stylesheet that another one imports or includes.
         *
         * @param href as it is written there
         * @return its bytes, or null when the configuration does not name it
         */
        byte[] find(String href);
    }
}
