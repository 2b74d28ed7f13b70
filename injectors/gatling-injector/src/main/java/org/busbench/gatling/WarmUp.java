package org.busbench.gatling;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
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
        try (ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            Thread accepting = new Thread(() -> accept(server), "warm-up-server");
            accepting.setDaemon(true);
            accepting.start();
            Map<String, String> properties = Map.of(
                    "host", server.getInetAddress().getHostAddress(),
                    "port", Integer.toString(server.getLocalPort()),
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
            for (Path file : new Path[] {samples, scenario, message, folder}) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static void accept(ServerSocket server) {
        try {
            while (true) {
                Socket client = server.accept();
                client.setTcpNoDelay(true);
                Thread echo = new Thread(() -> echo(client), "warm-up-echo");
                echo.setDaemon(true);
                echo.start();
            }
        } catch (IOException closed) {
            // The warm-up is over, or it fails for want of answers and says so.
            return;
        }
    }

    private static void echo(Socket client) {
        try (client;
                InputStream in = new BufferedInputStream(client.getInputStream());
                OutputStream out = client.getOutputStream()) {
            boolean chunked = false;
            for (int length = lengthOf(in); length >= 0; length = lengthOf(in)) {
                byte[] body = in.readNBytes(length);
                String framing = chunked ? "Transfer-Encoding: chunked" : "Content-Length: " + length;
                byte[] head = ("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n" + framing + "\r\n\r\n"
                                + (chunked ? Integer.toHexString(length) + "\r\n" : ""))
                        .getBytes(ISO_8859_1);
                byte[] tail = (chunked ? "\r\n0\r\n\r\n" : "").getBytes(ISO_8859_1);
                byte[] answer = new byte[head.length + length + tail.length];
                System.arraycopy(head, 0, answer, 0, head.length);
                System.arraycopy(body, 0, answer, head.length, length);
                System.arraycopy(tail, 0, answer, head.length + length, tail.length);
                out.write(answer);
                chunked = !chunked;
            }
        } catch (IOException gone) {
            // A client that is missing answers fails the warm-up by itself.
            return;
        }
    }

    /** Reads a head; the length of the body that follows, -1 at the end of the connection. */
    private static int lengthOf(InputStream in) throws IOException {
        int length = 0;
        StringBuilder line = new StringBuilder();
        for (int read = in.read(); read >= 0; read = in.read()) {
            if (read != '\n') {
                line.append((char) read);
                continue;
            }
            String field = line.toString().strip().toLowerCase(Locale.ROOT);
            if (field.isEmpty()) {
                return length;
            }
            if (field.startsWith("content-length:")) {
                length = Integer.parseInt(
                        field.substring("content-length:".length()).strip());
            }
            line.setLength(0);
        }
        return -1;
    }
}
