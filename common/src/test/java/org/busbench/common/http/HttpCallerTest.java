package org.busbench.common.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.busbench.common.FreePorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class HttpCallerTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private final List<HttpMessage> requests = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger connections = new AtomicInteger();
    private final Semaphore ended = new Semaphore(0);
    private final HttpCaller caller = HttpCaller.within(Duration.ofSeconds(10));
    private final List<ServerSocket> servers = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        caller.close();
        for (ServerSocket server : servers) {
            server.close();
        }
    }

    /** A server that answers as told; {@code |END} ends the connection. */
    private URI answering(Function<HttpMessage, String> answers) throws IOException {
        ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        servers.add(server);
        Thread thread = new Thread(() -> {
            while (!server.isClosed()) {
                try (Socket socket = server.accept()) {
                    connections.incrementAndGet();
                    serve(socket, answers);
                } catch (IOException gone) {
                    // The client has seen what it was to see; the next one is waited for.
                }
                ended.release();
            }
        });
        thread.setDaemon(true);
        thread.start();
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/a?b=c");
    }

    private void serve(Socket socket, Function<HttpMessage, String> answers) throws IOException {
        MessageStream stream = new MessageStream(new BufferedInputStream(socket.getInputStream()), bytes -> {});
        for (HttpMessage request = stream.request(); request != null; request = stream.request()) {
            requests.add(request);
            String answer = answers.apply(request);
            socket.getOutputStream().write(answer.replace("|END", "").getBytes(ISO_8859_1));
            if (answer.endsWith("|END")) {
                return;
            }
        }
    }

    @Test
    void aRequestArrivesAsItWasAskedForAndItsConnectionIsUsedAgain() throws IOException {
        URI url = answering(request -> OK);

        assertThat(caller.call("GET", url, "", null).body()).asString().isEqualTo("ok");
        assertThat(caller.call("POST", url, "A: b\r\n", "hello".getBytes(ISO_8859_1))
                        .status())
                .isEqualTo(200);
        assertThat(requests)
                .extracting(HttpMessage::start)
                .containsExactly("GET /a?b=c HTTP/1.1", "POST /a?b=c HTTP/1.1");
        assertThat(requests.get(0).header("Host")).contains(url.getAuthority());
        assertThat(requests.get(1).body()).asString().isEqualTo("hello");
        assertThat(requests.get(1).header("a")).contains("b");
        assertThat(connections).hasValue(1);
    }

    @Test
    void aConnectionThatThePeerEndedIsNotUsedAgain() throws Exception {
        URI url = answering(request -> OK + "|END");

        caller.call("GET", url, "", null);
        ended.acquire();
        assertThat(caller.call("GET", url, "", null).status()).isEqualTo(200);
        assertThat(connections).hasValue(2);
    }

    @Test
    void aResponseThatIsCutOrMissingIsAnError() throws IOException {
        URI url = answering(request -> OK.substring(0, OK.length() - 1) + "|END");
        assertThatThrownBy(() -> caller.call("GET", url, "", null))
                .isInstanceOf(EOFException.class)
                .hasMessage("cut short: the message ended 1 bytes before its declared end");

        URI silent = answering(request -> "");
        HttpCaller hasty = HttpCaller.within(Duration.ofMillis(300));
        assertThatThrownBy(() -> hasty.call("GET", silent, "", null))
                .isInstanceOf(SocketTimeoutException.class)
                .hasMessage("timed out after 300 ms");

        URI nobody = URI.create("http://127.0.0.1:" + FreePorts.inARow(1) + "/");
        assertThatThrownBy(() -> caller.call("GET", nobody, "", null)).isInstanceOf(ConnectException.class);
    }

    @Test
    void aThreadThatIsInterruptedWaitsNoLongerWhereThatIsAskedFor() throws Exception {
        URI url = answering(request -> "");
        HttpCaller interruptible = HttpCaller.interruptible(Duration.ofSeconds(20));
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> interruptible.call("GET", url, "", null))
                .isInstanceOf(InterruptedIOException.class)
                .isNotInstanceOf(SocketTimeoutException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aMessageKeepsEveryByteAndLeavesTheNextOne() throws IOException {
        String first = String.join(
                "\r\n",
                "HTTP/1.1 200 OK",
                "Set-Cookie: a",
                "set-cookie: b",
                "Transfer-Encoding: chunked",
                "",
                "2;x",
                "he",
                "3",
                "llo",
                "0",
                "T: x",
                "",
                "");
        MessageStream stream = MessageStream.of((first + OK).getBytes(ISO_8859_1));

        HttpMessage message = stream.response();
        assertThat(message.raw()).asString(ISO_8859_1).isEqualTo(first);
        assertThat(message.body()).asString(ISO_8859_1).isEqualTo("hello");
        assertThat(message.framing()).isEqualTo(MessageParser.Framing.CHUNKED);
        assertThat(message.header("Set-Cookie")).contains("a, b");
        assertThat(message.headerMap().get("SET-COOKIE")).containsExactly("a", "b");
        assertThat(message.headers().get(1).name()).isEqualTo("set-cookie");
        assertThat(stream.isEnded()).isFalse();
        assertThat(stream.response().raw()).asString(ISO_8859_1).isEqualTo(OK);
        assertThat(stream.isEnded()).isTrue();
    }
}
