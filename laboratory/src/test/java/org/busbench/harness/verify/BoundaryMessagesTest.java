package org.busbench.harness.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.busbench.common.http.Access;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.text.Problem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The backend is a small server that repeats nonces, as the real one does. */
class BoundaryMessagesTest {
    private static final Pattern REF = Pattern.compile("<m:ref>[^<]*</m:ref>");
    private static final Pattern ELEMENT = Pattern.compile("<m:request>");
    private static final QuoteJob JOB =
            QuoteJob.of(ProjectFiles.SCENARIOS.find("virtualization")).orElseThrow();
    private static final String NONCE = "fedcba9876543210";

    private HttpServer server;
    private int status = 200;
    private UnaryOperator<String> refs =
            request -> REF.matcher(request).results().map(ref -> ref.group()).collect(Collectors.joining());
    private BoundaryMessages messages;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            long elements = ELEMENT.matcher(request).results().count();
            String quotes = "<m:quote>" + "1".repeat(500) + "</m:quote>";
            byte[] answer = ("<a xmlns:m='u'>" + quotes.repeat((int) elements) + refs.apply(request) + "</a>")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        messages = new BoundaryMessages(
                new ExpectedAnswers(Map.of("backend-A", url), new MessageClient(Duration.ofSeconds(10), Access.USUAL)));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void requestAndAnswerHaveEachLengthToTheByteWhateverTheNonce() throws Exception {
        for (int length : BoundaryMessages.LENGTHS) {
            BoundaryMessages.RequestAndAnswer made = messages.of(JOB, length, "IBM", "backend-A");

            assertThat(filled(made.request()).getBytes(StandardCharsets.UTF_8)).hasSize(length);
            assertThat(filled(made.answer()).getBytes(StandardCharsets.UTF_8)).hasSize(length);
        }
    }

    @Test
    void theNonceStandsInTheFirstAndTheLastElement() throws Exception {
        BoundaryMessages.RequestAndAnswer made = messages.of(JOB, 8192, "IBM", "backend-A");
        String request = filled(made.request());

        assertThat(REF.matcher(request).results()).hasSize(2);
        assertThat(request.indexOf(NONCE)).isLessThan(400);
        assertThat(request.substring(request.lastIndexOf("<m:request>"))).contains("<m:ref>" + NONCE + "-z");
        assertThat(request.substring(0, request.indexOf("</m:request>"))).contains("<m:symbol>IBM</m:symbol>");
    }

    private static String filled(String text) {
        return text.replace(QuoteJob.NONCE, NONCE);
    }

    @Test
    void lengthsStraddleTheUsualSizesOfBuffers() {
        assertThat(BoundaryMessages.LENGTHS)
                .containsExactly(8191, 8192, 8193, 16_383, 16_384, 16_385, 65_535, 65_536, 65_537);
    }

    @Test
    void aBackendThatDoesNotRepeatTheWholeNonceIsNone() {
        refs = request -> "<m:ref>0123456789abcdef</m:ref>";

        assertThatThrownBy(() -> messages.of(JOB, 8192, "IBM", "backend-A"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("does not grow with the nonce");
    }

    @Test
    void aBackendThatRefusesTheMessageIsNamed() {
        status = 500;

        assertThatThrownBy(() -> messages.of(JOB, 8192, "IBM", "backend-A"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("backend-A refuses a message")
                .hasMessageContaining("status 500");
    }
}
