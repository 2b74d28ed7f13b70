package org.busbench.mediation.xml;

import com.fasterxml.aalto.stax.InputFactoryImpl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
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
 * What reading a document to its end costs: our tokenizer, Aalto as it comes, which checks less, and Woodstox set up as the conforming parser. The corpora are
 * the messages of the benchmark suite (by their size), and 256 documents of 8 KB of each {@link Shape}, which come one after the other.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-XX:+UseParallelGC")
public class TokenizerBenchmark {

    private static final int DOCUMENTS = 256;
    private static final int BYTES = 8 * 1024;

    @Param({
        "500",
        "10K",
        "100K",
        "PLAIN",
        "ATTRIBUTES_EQUAL",
        "ATTRIBUTES_NEW",
        "ATTRIBUTES_MIXED",
        "NAMESPACES",
        "TEXT",
        "BLANKS",
        "MARKUP",
        "SCRIPTS"
    })
    String corpus;

    private final Tokenizer tokenizer = new Tokenizer(Limits.DEFAULT);
    private final ConformingParser conforming = new ConformingParser(Limits.DEFAULT);
    private final XMLInputFactory aalto = new InputFactoryImpl();
    private byte[][] documents;
    private int read;

    /** Makes the documents. */
    @Setup
    public void documents() throws IOException {
        if (Character.isDigit(corpus.charAt(0))) {
            documents = new byte[][] {message("checkPrice.xml"), message("getQuoteResponse.xml")};
            return;
        }
        Random random = new Random(20261126);
        documents = new byte[DOCUMENTS][];
        for (int i = 0; i < DOCUMENTS; i++) {
            documents[i] = Shape.valueOf(corpus).document(random, BYTES);
        }
    }

    private byte[] message(String file) throws IOException {
        Path home = Files.exists(Path.of("../xslt")) ? Path.of("../xslt") : Path.of("xslt");
        return Files.readAllBytes(home.resolve("messages").resolve(corpus).resolve(file));
    }

    private byte[] next() {
        return documents[read++ % documents.length];
    }

    /** Ours. */
    @Benchmark
    public int tokenizer() {
        byte[] document = next();
        tokenizer.start(document, 0, document.length);
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

    /** Ours, as a filter reads elements that cannot change its decision: with all checks and without tokens. */
    @Benchmark
    public int skipping() {
        byte[] document = next();
        tokenizer.start(document, 0, document.length);
        tokenizer.complete();
        Token token = tokenizer.next();
        while (token != Token.START) {
            token = tokenizer.next();
        }
        if (tokenizer.skip(0, NameSet.ALL) != Token.END || tokenizer.next() != Token.END_DOCUMENT) {
            throw new IllegalStateException(tokenizer.reason());
        }
        return tokenizer.bytesRead();
    }

    /** Woodstox. */
    @Benchmark
    public int woodstox() throws XMLStreamException {
        byte[] document = next();
        return events(conforming.reader(document, 0, document.length, null));
    }

    /** Aalto. */
    @Benchmark
    public int aalto() throws XMLStreamException {
        return events(aalto.createXMLStreamReader(new ByteArrayInputStream(next())));
    }

    private static int events(XMLStreamReader reader) throws XMLStreamException {
        int events = 0;
        while (reader.hasNext()) {
            reader.next();
            events++;
        }
        reader.close();
        return events;
    }
}
