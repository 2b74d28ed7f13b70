package org.busbench.mediation.xslt;

import org.busbench.mediation.xslt.Stylesheet.Resources;
import org.busbench.mediation.xslt.MessageTransformer.Part;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XsltExecutable;
import net.sf.saxon.s9api.XsltTransformer;
import org.busbench.mediation.xml.Limits;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What one transformation of a message costs, bytes in, bytes out, the envelope's checks included: without a tree, on Saxon's tree, and the JDK's XSLTC
 * from stream to stream for comparison. Run it from the folder {@code mediation}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-XX:+UseParallelGC")
public class TransformBenchmark {

    @Param({"500", "10K", "100K"})
    String size;

    /** The classic stylesheets, one of each family that looks around a node, and one of each that needs Saxon's tree. */
    @Param({
        "request",
        "response",
        "descendants",
        "parents",
        "siblings",
        "positions",
        "keys",
        "sorting",
        "globals",
        "elements",
        "numbers",
        "imports",
        "decimals",
        "names",
        "ids"
    })
    String sheet;

    private static final Map<String, String> FAMILIES = Map.of(
            "descendants",
            "<xsl:template match='/'><r><xsl:for-each select='//m:symbol'><s><xsl:value-of select='.'/></s></xsl:for-each></r></xsl:template>",
            "parents",
            "<xsl:template match='/'><r><xsl:apply-templates select='//m:quantity'/></r></xsl:template>"
                    + "<xsl:template match='m:quantity'><q of='{../m:symbol}'><xsl:value-of select='.'/></q></xsl:template>",
            "siblings",
            "<xsl:template match='/*'><r><xsl:apply-templates select='m:request'/></r></xsl:template>"
                    + "<xsl:template match='m:request'><q after='{preceding-sibling::m:request[1]/m:symbol}'>"
                    + "<xsl:value-of select='following-sibling::m:request[1]/m:symbol'/></q></xsl:template>",
            "positions",
            "<xsl:template match='/*'><r><xsl:apply-templates select='m:request'/></r></xsl:template>"
                    + "<xsl:template match='m:request'><q no='{position()}' of='{last()}'><xsl:value-of select='m:symbol'/></q></xsl:template>",
            "keys",
            "<xsl:key name='bySymbol' match='m:request' use='m:symbol'/><xsl:template match='/*'><r><xsl:for-each select='m:request'>"
                    + "<q alike='{count(key(&quot;bySymbol&quot;, m:symbol))}'><xsl:value-of select='m:ref'/></q></xsl:for-each></r></xsl:template>",
            "sorting",
            "<xsl:template match='/*'><r><xsl:for-each select='m:request'><xsl:sort select='m:quantity' data-type='number'/>"
                    + "<q><xsl:value-of select='m:symbol'/></q></xsl:for-each></r></xsl:template>",
            "globals",
            "<xsl:variable name='all' select='count(//m:request)'/><xsl:template match='/*'><r><xsl:for-each select='m:request'>"
                    + "<q of='{$all}'><xsl:value-of select='m:symbol'/></q></xsl:for-each></r></xsl:template>");

    private static final Map<String, String> ON_TREE = Map.of(
            "elements",
            "<xsl:template match='/*'><xsl:variable name='v'><xsl:for-each select='m:request'><x><xsl:value-of select='m:symbol'/></x></xsl:for-each>"
                    + "</xsl:variable><r><xsl:copy-of select='$v'/></r></xsl:template>",
            "numbers",
            "<xsl:template match='/*'><r><xsl:for-each select='m:request'><q><xsl:number/><xsl:value-of select='m:symbol'/></q></xsl:for-each></r></xsl:template>",
            "imports",
            "<xsl:template match='/*'><r><xsl:apply-templates select='m:request'/></r></xsl:template>"
                    + "<xsl:template match='m:request'><q><xsl:apply-imports/></q></xsl:template>",
            "decimals",
            "<xsl:decimal-format name='eu' decimal-separator=',' grouping-separator='.'/><xsl:template match='/*'><r><xsl:for-each select='m:request'>"
                    + "<q><xsl:value-of select=\"format-number(m:quantity, '#.##0,00', 'eu')\"/></q></xsl:for-each></r></xsl:template>",
            "names",
            "<xsl:template match='/*'><r><xsl:for-each select='m:request'><xsl:element name='q{m:symbol}'><xsl:value-of select='m:ref'/></xsl:element>"
                    + "</xsl:for-each></r></xsl:template>",
            "ids",
            "<xsl:template match='/*'><r><xsl:for-each select='m:request'><q><xsl:value-of select='string-length(generate-id())'/></q></xsl:for-each></r></xsl:template>");

    private final MessageTransformer transformer = new MessageTransformer(Limits.DEFAULT, 1 << 24, Integer.MAX_VALUE);
    private byte[] message;
    private Stylesheet stylesheet;
    private Stylesheet onTree;
    private Templates xsltc;
    private final Processor processor = new Processor(false);
    private XsltExecutable saxon;
    private byte[] part;

    /** Reads the message and compiles the stylesheet. */
    @Setup
    public void compile() throws Exception {
        Path home = Files.exists(Path.of("../xslt")) ? Path.of("../xslt") : Path.of("xslt");
        String kind =
                switch (sheet) {
                    case "request" -> "checkPrice";
                    case "response" -> "getQuoteResponse";
                    default -> "getQuote";
                };
        message = Files.readAllBytes(home.resolve("messages").resolve(size).resolve(kind + ".xml"));
        String family = FAMILIES.getOrDefault(sheet, ON_TREE.get(sheet));
        byte[] text = family == null ? Files.readAllBytes(home.resolve(sheet + ".xsl")) : stylesheet(family);
        stylesheet = new Stylesheets().compile(sheet, text, Resources.NONE);
        onTree = stylesheet.onTree();
        String whole = new String(message, StandardCharsets.UTF_8);
        part = whole.substring(whole.indexOf("Body>") + "Body>".length(), whole.indexOf("</soapenv:Body>"))
                .getBytes(StandardCharsets.UTF_8);
        saxon = processor.newXsltCompiler().compile(new StreamSource(new ByteArrayInputStream(text)));
        xsltc = TransformerFactory.newDefaultInstance().newTemplates(new StreamSource(new ByteArrayInputStream(text)));
    }

    private static byte[] stylesheet(String templates) {
        return ("<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:m='http://services.samples'"
                        + " exclude-result-prefixes='m'>" + templates + "</xsl:stylesheet>")
                .getBytes(StandardCharsets.UTF_8);
    }

    private byte[] transform(Stylesheet with) throws TransformationException {
        return transformer.transform(with, Part.FIRST_IN_BODY, Map.of(), message, null);
    }

    /** Ours. */
    @Benchmark
    public byte[] streamed() throws TransformationException {
        if (!stylesheet.needsTree().isEmpty()) {
            throw new IllegalStateException(stylesheet.needsTree());
        }
        return transform(stylesheet);
    }

    /** Ours for all other stylesheets. */
    @Benchmark
    public byte[] onTree() throws TransformationException {
        return transform(onTree);
    }

    /** Saxon's own reader, tree and serialiser, on what the body holds alone and without an envelope's checks. */
    @Benchmark
    public int saxon() throws SaxonApiException, IOException {
        try (ByteArrayOutputStream out = new ByteArrayOutputStream(part.length)) {
            XsltTransformer transformation = saxon.load();
            transformation.setSource(new StreamSource(new ByteArrayInputStream(part)));
            transformation.setDestination(processor.newSerializer(out));
            transformation.transform();
            return out.size();
        }
    }

    /** The JDK's. */
    @Benchmark
    public int xsltc() throws TransformerException, IOException {
        try (ByteArrayOutputStream out = new ByteArrayOutputStream(message.length)) {
            xsltc.newTransformer()
                    .transform(new StreamSource(new ByteArrayInputStream(message)), new StreamResult(out));
            return out.size();
        }
    }
}
