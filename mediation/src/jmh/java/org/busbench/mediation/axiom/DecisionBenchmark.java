package org.busbench.mediation.axiom;

import org.busbench.mediation.xpath.ResultType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XPathCompiler;
import net.sf.saxon.s9api.XPathExecutable;
import net.sf.saxon.s9api.XPathSelector;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.log4j.Level;
import org.apache.log4j.LogManager;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.core.axis2.Axis2MessageContext;
import org.apache.synapse.util.xpath.SynapseXPath;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;
import org.busbench.mediation.xpath.Evaluator;
import org.busbench.mediation.xpath.Evaluator.Progress;
import org.busbench.mediation.xpath.Expression;
import org.busbench.mediation.xpath.Variables;
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
 * What one routing decision costs, from the bytes of a getQuote to the string: ours, Saxon on a TinyTree, stock Synapse's Jaxen on Axiom.
 * {@code tokenize} only reads the message to its end, with all checks. Run it from the folder {@code mediation}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(value = 1, jvmArgsAppend = "-XX:+UseParallelGC")
public class DecisionBenchmark {
    private static final Map<String, String> NAMESPACES = Map.of("m", "http://services.samples");

    @Param({"500", "10K", "100K"})
    String size;

    /** The first symbol, the last one, an element that does not come, or what the CbrProxy asks for: the first request's symbols of all getQuotes there may be; and one for a tree. */
    @Param({"first", "last", "none", "joined", "tree"})
    String match;

    private byte[] message;
    private Tokenizer tokenizer;
    private Evaluator evaluation;
    private Expression expression;
    private Processor processor;
    private XPathExecutable saxon;
    private SynapseXPath jaxen;
    private Axis2MessageContext context;

    /** Reads the message and compiles the expression thrice. */
    @Setup
    public void compile() throws Exception {
        LogManager.getRootLogger().setLevel(Level.WARN);
        message = Files.readAllBytes(sample());
        int requests = new String(message, StandardCharsets.UTF_8).split("<m:request>", -1).length - 1;
        String xpath =
                switch (match) {
                    case "first" -> "$body/m:getQuote[1]/m:request[1]/m:symbol[1]";
                    case "last" -> "$body/m:getQuote[1]/m:request[" + requests + "]/m:symbol[1]";
                    case "none" -> "$body/m:getQuote[1]/m:last[1]";
                    case "joined" -> "$body/m:getQuote/m:request[1]/m:symbol";
                    default -> "//m:request[last()]/m:symbol";
                };
        tokenizer = new Tokenizer(Limits.DEFAULT);
        evaluation = new Evaluator(Limits.DEFAULT, 1 << 20, new AxiomEvaluator(1 << 20));
        expression = AxiomEvaluator.compile(xpath, NAMESPACES);
        processor = new Processor(false);
        XPathCompiler compiler = processor.newXPathCompiler();
        compiler.declareNamespace("m", "http://services.samples");
        compiler.declareNamespace("s", "http://schemas.xmlsoap.org/soap/envelope/");
        saxon = compiler.compile("string((" + xpath.replace("$body", "/s:Envelope/s:Body") + ")[1])");
        jaxen = new SynapseXPath(xpath);
        jaxen.addNamespace("m", "http://services.samples");
        context = new Axis2MessageContext(
                new org.apache.axis2.context.MessageContext(), new SynapseConfiguration(), null);
    }

    private Path sample() throws IOException {
        Path here = Path.of("../xslt/messages", size, "getQuote.xml");
        return Files.exists(here) ? here : Path.of("xslt/messages", size, "getQuote.xml");
    }

    /** The whole message as tokens. */
    @Benchmark
    public int tokenize() {
        tokenizer.start(message, 0, message.length);
        tokenizer.complete();
        int tokens = 0;
        Token token = tokenizer.next();
        while (token != Token.END_DOCUMENT) {
            if (token == Token.REJECTED) {
                throw new IllegalStateException(tokenizer.reason());
            }
            tokens++;
            token = tokenizer.next();
        }
        return tokens;
    }

    /** Ours. */
    @Benchmark
    public String ours() throws MalformedXmlException {
        evaluation.begin(expression, ResultType.STRING, null, Variables.NONE);
        if (evaluation.feed(message, 0, message.length) == Progress.NEED_MORE) {
            evaluation.end();
        }
        return evaluation.string();
    }

    /** Saxon. */
    @Benchmark
    public String saxonOnTinyTree() throws SaxonApiException {
        XPathSelector selector = saxon.load();
        selector.setContextItem(
                processor.newDocumentBuilder().build(new StreamSource(new ByteArrayInputStream(message))));
        return selector.evaluateSingle().getStringValue();
    }

    /** Stock Synapse. */
    @Benchmark
    public String jaxenOnAxiom() throws Exception {
        SOAPEnvelope envelope = OMXMLBuilderFactory.createSOAPModelBuilder(new ByteArrayInputStream(message), null)
                .getSOAPEnvelope();
        context.setEnvelope(envelope);
        return jaxen.stringValueOf(context);
    }
}
