package org.busbench.gatling;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.busbench.sampler.protocol.Command;
import org.busbench.sampler.protocol.Events;
import org.busbench.sampler.protocol.LoadException;
import org.busbench.sampler.record.Totals;

/**
 * Puts load on a server in this JVM, so that the compilers have seen Gatling's code and ours when the first load comes that
 * is measured. The server sends each message back, every second time in chunks, as the backends do.
 */
final class WarmUp {
    private static final String USERS = "20";
    private static final int REPEATED = 60;
    private static final String SCENARIO = """
            {"schema": "busbench/scenario-plan/1", "name": "warm-up", "method": "POST", "path": "/echo",
             "headers": {"Content-Type": "text/xml; charset=UTF-8", "SOAPAction": "\\"urn:echo\\""},
             "bodies": {"own": "message.xml"}, "values": {"nonce": "0123456789abcdef"},
             "answer": {"status": 200, "contains": [{"text": ">${nonce}<"}], "lacks": [], "ends": "Envelope>"}}
            """;

    private static final AtomicLong ANSWERS = new AtomicLong();

    private WarmUp() {}

    /**
     * Warms up.
     *
     * @param length zero for not at all
     * @throws LoadException when not every request of it got its answer
     */
    static void run(WarmGatling gatling, Duration length) throws IOException, LoadException {
        if (length.isZero()) {
            return;
        }
        Path folder = Files.createTempDirectory("busbench-gatling-");
        Path samples = folder.resolve("samples.jtl");
        Path scenario = Files.writeString(folder.resolve("scenario.json"), SCENARIO);
        Path message = Files.writeString(
                folder.resolve("message.xml"),
                "<Envelope><ref>0123456789abcdef</ref>" + "<item>text</item>".repeat(REPEATED) + "</Envelope>");
        System.setProperty("sun.net.httpserver.nodelay", "true");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService answering = Executors.newCachedThreadPool();
        server.setExecutor(answering);
        server.createContext("/echo", WarmUp::echo);
        server.start();
        try {
            Map<String, String> properties = Map.of(
                    "host", server.getAddress().getAddress().getHostAddress(),
                    "port", Integer.toString(server.getAddress().getPort()),
                    "scenario", folder.toString(),
                    "UserThreads", USERS,
                    "duration", Long.toString(length.toSeconds()),
                    "nio.record", "none");
            PrintStream nobody = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
            GatlingLoad load =
                    new GatlingLoad(new Command.Run(scenario, properties, samples, null), gatling, new Events(nobody));
            load.execute();
            Totals totals = load.counts().own();
            if (totals.verified() != totals.sent()) {
                throw new LoadException("the warm-up went wrong: " + totals);
            }
        } finally {
            server.stop(0);
            answering.shutdown();
            for (Path file : new Path[] {samples, scenario, message, folder}) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static void echo(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "text/xml");
            // A length of 0 is the server's word for chunks.
            exchange.sendResponseHeaders(200, ANSWERS.incrementAndGet() % 2 == 0 ? 0 : body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
