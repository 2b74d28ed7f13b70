package org.busbench.mediation.xslt;

import org.busbench.mediation.xslt.Stylesheet.Resources;
import org.busbench.mediation.xslt.MessageTransformer.Part;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
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

    @Param({"request", "response"})
    String direction;

    private final MessageTransformer transformer = new MessageTransformer(Limits.DEFAULT, 1 << 24);
    private byte[] message;
    private byte[] result;
    private int length;
    private Stylesheet stylesheet;
    private Stylesheet onTree;
    private Templates xsltc;

    /** Reads the message and compiles the stylesheet. */
    @Setup
    public void compile() throws Exception {
        Path home = Files.exists(Path.of("../xslt")) ? Path.of("../xslt") : Path.of("xslt");
        boolean request = direction.equals("request");
        message = Files.readAllBytes(
                home.resolve("messages").resolve(size).resolve(request ? "checkPrice.xml" : "getQuoteResponse.xml"));
        result = new byte[2 * message.length + 1024];
        Path sheet = home.resolve(direction + ".xsl");
        stylesheet = new Stylesheets().compile(direction, Files.readAllBytes(sheet), Resources.NONE);
        onTree = stylesheet.onTree();
        xsltc = TransformerFactory.newDefaultInstance().newTemplates(new StreamSource(sheet.toFile()));
    }

    private void take(byte[] bytes, int from, int to) {
        System.arraycopy(bytes, from, result, length, to - from);
        length += to - from;
    }

    private int transform(Stylesheet with) throws TransformationException {
        length = 0;
        transformer.transform(
                with, Part.FIRST_IN_BODY, Map.of(), message, 0, message.length, null, this::take);
        return length;
    }

    /** Ours. */
    @Benchmark
    public int streamed() throws TransformationException {
        if (!stylesheet.needsTree().isEmpty()) {
            throw new IllegalStateException(stylesheet.needsTree());
        }
        return transform(stylesheet);
    }

    /** Ours for all other stylesheets. */
    @Benchmark
    public int onTree() throws TransformationException {
        return transform(onTree);
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
