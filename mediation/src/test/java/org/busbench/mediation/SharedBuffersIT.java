package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Predicate;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.Scenario;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A backend that resets a connection makes the stock pass-through transport give the buffer of that message to another one, while the first
 * client still fills it. The same bytes are sent to stock Synapse and to ours. The pauses only give the stock transport the time to fail; ours
 * is right with any of them.
 */
class SharedBuffersIT {

    private static final long PAUSE_MILLIS = 400;
    private static final int SILENCE_MILLIS = 20_000;

    @TempDir
    private Path folder;

    @Test
    @Tag("nightly")
    void stockGivesOneClientsBytesToAnotherWhenABackendResetsAConnection() throws Exception {
        assertThat(answerWhileAnotherRequestFails(Child::stock, true).text()).contains("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fast", "engine"})
    void oursKeepsTheBytesOfTwoClientsApartWhenABackendResetsAConnection(String lanes) throws Exception {
        boolean streams = lanes.equals("fast");
        HttpMessage answer = answerWhileAnotherRequestFails(home -> Child.ours(home, "--lanes", lanes), streams);

        assertThat(answer.text()).isEqualTo(Scenario.VIRTUALIZATION.response("500"));
        assertThat(answer.whole()).isTrue();
    }

    private interface Start {
        Child start(Home home) throws IOException, InterruptedException;
    }

    /**
     * A backend resets the first client's connection in mid-request; the first client sends on while a second one is being answered. A mediator
     * that calls no backend before a short request is whole has no connection that could be reset then.
     */
    private HttpMessage answerWhileAnotherRequestFails(Start start, boolean streams) throws Exception {
        byte[] answer = Scenario.VIRTUALIZATION.response("500").getBytes(StandardCharsets.UTF_8);
        int half = answer.length / 2;
        try (ServerSocket backend = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                Child mediator = start.start(Home.copy(folder.resolve("home"), backend.getLocalPort(), 9, 9));
                Wire first = new Wire(mediator.port());
                Wire second = new Wire(mediator.port())) {
            backend.setSoTimeout(SILENCE_MILLIS);
            first.send(Scenario.VIRTUALIZATION.head(6000) + "begin");
            if (streams) {
                try (Socket connection = backend.accept()) {
                    readUntil(connection, seen -> seen.contains("begin"));
                    connection.setSoLinger(true, 0);
                }
            }
            Thread.sleep(PAUSE_MILLIS);
            second.send(Scenario.VIRTUALIZATION.post(Scenario.VIRTUALIZATION.request("500")));
            try (Socket connection = backend.accept()) {
                readUntil(
                        connection,
                        seen -> seen.contains("Envelope>\r\n0\r\n\r\n")
                                || (seen.endsWith("Envelope>") && !seen.contains("chunked")));
                OutputStream out = connection.getOutputStream();
                String head =
                        "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: " + answer.length + "\r\n\r\n";
                out.write(head.getBytes(StandardCharsets.US_ASCII));
                out.write(answer, 0, half);
                Thread.sleep(PAUSE_MILLIS);
                first.send("secret");
                Thread.sleep(PAUSE_MILLIS);
                out.write(answer, half, answer.length - half);
                return second.receive();
            }
        }
    }

    private static void readUntil(Socket socket, Predicate<String> enough) throws IOException {
        socket.setSoTimeout(SILENCE_MILLIS);
        InputStream in = new BufferedInputStream(socket.getInputStream());
        StringBuilder seen = new StringBuilder();
        while (!enough.test(seen.toString())) {
            int c = in.read();
            assertThat(c).as("end of a request that began with " + seen).isNotEqualTo(-1);
            seen.append((char) c);
        }
    }
}
