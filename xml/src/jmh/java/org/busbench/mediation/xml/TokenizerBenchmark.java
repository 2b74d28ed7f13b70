package org.busbench.mediation.xml;

import com.fasterxml.aalto.stax.InputFactoryImpl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How many bytes of documents are read to their ends in a second: by our tokenizer, by Aalto as it comes, which checks less, by Woodstox set up as the
 * conforming parser, and by the StAX parser of the JDK. Each operation reads a megabyte of documents that none has read before. The corpora are the messages
 * of the classic scenarios (by their size) and of payments, each with other digits, and documents of 8 KB of each {@link Shape}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {"-XX:+UseSerialGC", "-Xmn256m", "-Xmx512m"})
public class TokenizerBenchmark {

    private static final int BYTES_OF_DOCUMENT = 8 * 1024;
    private static final int BYTES_OF_PASS = 1 << 20;

    @Param({
        "10K",
        "100K",
        "payment-10K",
        "payment-100K",
        "PLAIN",
        "ATTRIBUTES_EQUAL",
        "ATTRIBUTES_NEW",
        "ATTRIBUTES_MIXED",
        "NAMESPACES",
        "TEXT",
        "BLANKS",
        "MARKUP",
        "SCRIPTS",
        "LETTERS",
        "DEEP",
        "WIDE",
        "INVOICE",
        "OBSERVATION"
    })
    String corpus;

    private final Random random = new Random(20261127);
    private final Tokenizer tokenizer = new Tokenizer(Limits.DEFAULT);
    private final ConformingParser conforming = new ConformingParser(Limits.DEFAULT);
    private final XMLInputFactory aalto = new InputFactoryImpl();
    private final XMLInputFactory jdk = XMLInputFactory.newDefaultFactory();
    private final List<String> messages = new ArrayList<>();
    private final List<byte[]> documents = new ArrayList<>();
    private int bytes;

    /** What an operation has read. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Read {
        public long bytes;
    }

    /** Reads the messages of the suite. */
    @Setup
    public void messages() throws IOException {
        jdk.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        Path root = Path.of(Files.exists(Path.of("xslt")) ? "." : "..");
        if (corpus.startsWith("payment")) {
            messages.add(Files.readString(root.resolve("configs/scenarios/payment/" + corpus + ".xml")));
        } else if (Character.isDigit(corpus.charAt(0))) {
            Path folder = root.resolve("xslt/messages/" + corpus);
            messages.add(Files.readString(folder.resolve("checkPrice.xml")));
            messages.add(Files.readString(folder.resolve("getQuoteResponse.xml")));
        }
    }

    /** Makes documents that are new. */
    @Setup(Level.Invocation)
    public void documents() {
        documents.clear();
        bytes = 0;
        while (bytes < BYTES_OF_PASS) {
            byte[] made = messages.isEmpty()
                    ? Shape.valueOf(corpus).document(random, BYTES_OF_DOCUMENT)
                    : withOtherDigits(messages.get(documents.size() % messages.size()));
            documents.add(made);
            bytes += made.length;
        }
    }

    /** The message, with other digits but in its declaration and its references. */
    private byte[] withOtherDigits(String message) {
        byte[] made = message.replace("${nonce}", Long.toHexString(random.nextLong()))
                .getBytes(StandardCharsets.UTF_8);
        boolean inReference = false;
        for (int i = message.indexOf("?>"); i < made.length; i++) {
            inReference = made[i] == '&' || (inReference && made[i] != ';');
            if (made[i] >= '0' && made[i] <= '9' && !inReference) {
                made[i] = (byte) ('0' + random.nextInt(10));
            }
        }
        return made;
    }

    /** Ours. */
    @Benchmark
    public int tokenizer(Read read) {
        read.bytes += bytes;
        int tokens = 0;
        for (byte[] document : documents) {
            tokenizer.start(document, 0, document.length);
            tokenizer.complete();
            Token token = tokenizer.next();
            while (token != Token.END_DOCUMENT) {
                if (token == Token.REJECTED) {
                    throw new IllegalStateException(tokenizer.reason());
                }
                tokens++;
                token = tokenizer.next();
            }
        }
        return tokens;
    }

    /** Ours, as a filter reads elements that cannot change its decision: with all checks and without tokens. */
    @Benchmark
    public int skipping(Read read) {
        read.bytes += bytes;
        int end = 0;
        for (byte[] document : documents) {
            tokenizer.start(document, 0, document.length);
            tokenizer.complete();
            Token token = tokenizer.next();
            while (token != Token.START) {
                token = tokenizer.next();
            }
            if (tokenizer.skip(0, NameSet.ALL) != Token.END || tokenizer.next() != Token.END_DOCUMENT) {
                throw new IllegalStateException(tokenizer.reason());
            }
            end += tokenizer.bytesRead();
        }
        return end;
    }

    /** Aalto. */
    @Benchmark
    public int aalto(Read read) throws XMLStreamException {
        read.bytes += bytes;
        int events = 0;
        for (byte[] document : documents) {
            events += events(aalto.createXMLStreamReader(new ByteArrayInputStream(document)));
        }
        return events;
    }

    /** Woodstox. */
    @Benchmark
    public int woodstox(Read read) throws XMLStreamException {
        read.bytes += bytes;
        int events = 0;
        for (byte[] document : documents) {
            events += events(conforming.reader(document, 0, document.length, null));
        }
        return events;
    }

    /** The JDK's. */
    @Benchmark
    public int jdk(Read read) throws XMLStreamException {
        read.bytes += bytes;
        int events = 0;
        for (byte[] document : documents) {
            events += events(jdk.createXMLStreamReader(new ByteArrayInputStream(document)));
        }
        return events;
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
