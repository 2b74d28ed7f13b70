package org.busbench.mediation.xslt;

import java.io.ByteArrayInputStream;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.sax.SAXSource;
import net.sf.saxon.lib.ResourceRequest;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XsltCompiler;
import net.sf.saxon.s9api.XsltExecutable;
import net.sf.saxon.trans.XPathException;
import org.busbench.mediation.xslt.stream.Program;
import org.busbench.mediation.xslt.stream.compile.NotStreamable;
import org.busbench.mediation.xslt.stream.compile.StylesheetCompiler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/**
 * A compiled stylesheet, closed to the outside: it reads no file and opens no connection ({@code document()}, {@code unparsed-text()}), calls no
 * Java, writes no result documents, and imports only what {@link Resources} gives it. {@link Stylesheets} compiles it.
 *
 * <p>Immutable and safe for use by any number of threads.
 */
public final class Stylesheet {

    private final Stylesheets all;
    private final Source source;
    private final Program program;
    private final String needsTree;

    private Stylesheet(Stylesheets all, Source source, Program program, String needsTree) {
        this.all = all;
        this.source = source;
        this.program = program;
        this.needsTree = needsTree;
    }

    /** Compiles it to what needs no tree, or says why it needs one. */
    static Stylesheet of(Stylesheets all, Source source, Resources resources) {
        try {
            return new Stylesheet(all, source, StylesheetCompiler.compile(source.bytes(), resources::find), "");
        } catch (NotStreamable e) {
            return new Stylesheet(all, source, null, e.getMessage());
        }
    }

    /** The same, done on a tree whatever it is: what the other way is held to. */
    Stylesheet onTree() throws StylesheetException {
        all.requireSaxon();
        String refusal = all.generation().refusal(source);
        if (refusal != null) {
            throw new StylesheetException(refusal, null);
        }
        return new Stylesheet(all, source, null, "it was asked for");
    }

    /** {@return whether it is known to be a stylesheet without asking Saxon, since it needs no tree} */
    public static boolean isStreamable(byte[] stylesheet) {
        try {
            StylesheetCompiler.compile(stylesheet);
            return true;
        } catch (NotStreamable e) {
            return false;
        }
    }

    /** Why messages become trees for it, in words for {@code --explain}; empty when they do not. */
    public String needsTree() {
        return needsTree;
    }

    /** The program, which needs no tree, or null. */
    Program program() {
        return program;
    }

    /** The name that it was compiled under. */
    public String name() {
        return source.name();
    }

    @Override
    public String toString() {
        return name();
    }

    /** The stylesheets of the same configuration. */
    Stylesheets all() {
        return all;
    }

    Source source() {
        return source;
    }

    static String oneLine(String text) {
        return text == null ? "no reason given" : text.strip().replaceAll("\\s+", " ");
    }

    /** The documents that {@code xsl:import} and {@code xsl:include} may name; a stylesheet can reach no others. */
    @FunctionalInterface
    public interface Resources {

        /** No documents. */
        Resources NONE = href -> null;

        /**
         * Finds a stylesheet that another one imports or includes.
         *
         * @param href as it is written there
         * @return its bytes, or null when the configuration does not name it
         */
        byte[] find(String href);
    }

    /** The source of a stylesheet, from which it can be compiled again. Compared by identity. */
    static final class Source {

        private final String name;
        private final byte[] bytes;
        private final Map<String, byte[]> imports;

        Source(String name, byte[] bytes, Map<String, byte[]> imports) {
            this.name = name;
            this.bytes = bytes;
            this.imports = imports;
        }

        String name() {
            return name;
        }

        byte[] bytes() {
            return bytes;
        }

        /** The stylesheets that it imported when it was compiled first. */
        Map<String, byte[]> imports() {
            return imports;
        }

        /** Compiles it for one Saxon. */
        XsltExecutable compile(Processor saxon, Resources resources) throws StylesheetException {
            XsltCompiler compiler = saxon.newXsltCompiler();
            List<String> errors = new ArrayList<>();
            compiler.setErrorReporter(error -> {
                if (!error.isWarning()) {
                    errors.add(
                            error.getMessage() + " (line " + error.getLocation().getLineNumber() + ")");
                }
            });
            compiler.setResourceResolver(request -> imported(request, resources));
            try {
                XsltExecutable executable = compiler.compile(source(bytes));
                Properties output = executable
                        .getUnderlyingCompiledStylesheet()
                        .getPrimarySerializationProperties()
                        .getProperties();
                String method = output.getProperty("method", "xml");
                if (!method.equals("xml")) {
                    throw new StylesheetException(
                            "the stylesheet '" + name + "' makes '" + method
                                    + "', not XML: it cannot stand in an envelope",
                            null);
                }
                // The result has no use for it; Synapse asks Java for it all the same.
                Charset.forName(output.getProperty("encoding", "UTF-8"));
                return executable;
            } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
                throw new StylesheetException(
                        "the stylesheet '" + name + "' names an encoding that Java does not know: '" + e.getMessage()
                                + "'",
                        e);
            } catch (SaxonApiException e) {
                String what = errors.isEmpty() ? e.getMessage() : errors.get(0);
                throw new StylesheetException("the stylesheet '" + name + "' cannot be compiled: " + oneLine(what), e);
            } catch (StackOverflowError e) {
                throw new StylesheetException(
                        "the stylesheet '" + name + "' cannot be compiled: it imports itself, or is nested too deeply",
                        e);
            }
        }

        private static javax.xml.transform.Source imported(ResourceRequest request, Resources resources)
                throws XPathException {
            String href = request.relativeUri == null ? request.uri : request.relativeUri;
            byte[] bytes = resources.find(href);
            if (bytes == null) {
                throw new XPathException(String.format(
                        Locale.ROOT,
                        "'%s' is not among the resources that the configuration gives this stylesheet",
                        href));
            }
            return source(bytes);
        }

        private static SAXSource source(byte[] bytes) {
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
    }
}
