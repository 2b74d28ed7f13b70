package org.busbench.mediation.xml;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
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

/** What reading a message to its end costs, with all checks: our tokenizer, and Woodstox set up as the conforming parser. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-XX:+UseParallelGC")
public class TokenizerBenchmark {

    @Param({"500", "10K", "100K"})
    String size;

    @Param({"checkPrice.xml", "getQuoteResponse.xml"})
    String file;

    private final Tokenizer tokenizer = new Tokenizer(Limits.DEFAULT);
    private final ConformingParser conforming = new ConformingParser(Limits.DEFAULT);
    private byte[] message;

    /** Reads the message. */
    @Setup
    public void read() throws Exception {
        Path home = Files.exists(Path.of("../xslt")) ? Path.of("../xslt") : Path.of("xslt");
        message = Files.readAllBytes(home.resolve("messages").resolve(size).resolve(file));
    }

    /** Ours. */
    @Benchmark
    public int tokenizer() {
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

    /** Woodstox. */
    @Benchmark
    public int woodstox() throws XMLStreamException {
        XMLStreamReader reader = conforming.reader(message, 0, message.length, null);
        int events = 0;
        while (reader.hasNext()) {
            reader.next();
            events++;
        }
        return events;
    }
}
