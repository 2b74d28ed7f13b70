package org.busbench.backend.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.busbench.backend.Instances;
import org.busbench.backend.RawClient;
import org.busbench.backend.Samples;
import org.busbench.backend.files.FileServiceDefinition;
import org.busbench.backend.files.FileServiceDefinition.Answer;
import org.busbench.backend.files.FileServiceDefinition.NoncePlace;
import org.busbench.backend.files.FileServiceDefinition.NonceSyntax;
import org.busbench.backend.instance.Delay;
import org.busbench.backend.instance.Instance;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FileAnswersTest {
    private static final String NONCE = "0123456789abcdef";
    private static final int LARGE = 300_000;
    private static final FileServiceDefinition ORDERS = new FileServiceDefinition(
            null,
            "/orders",
            new NoncePlace(NonceSyntax.POINTER, "/ref"),
            List.of("\"item\""),
            new Answer("{\"ref\":\"${nonce}\",\"by\":\"${backend}\"}", "application/json", 201, false, Delay.NONE, 0));
    private static final FileServiceDefinition TEXT = new FileServiceDefinition(
            null,
            "/text",
            new NoncePlace(NonceSyntax.REGEX, "^ref=([0-9a-f]{16})"),
            List.of("end=${nonce}"),
            new Answer("ref=${nonce}\n${fill}\nend=${nonce}", "text/plain", 200, true, Delay.NONE, LARGE));
    private static final FileServiceDefinition FOUND = new FileServiceDefinition(
            null,
            "/found",
            new NoncePlace(NonceSyntax.REGEX, "[?&]ref=([0-9a-f]+)"),
            List.of(),
            new Answer("${nonce}", "text/plain", 200, false, Delay.parse("fixed:1ms"), 0));
    private static final FileServiceDefinition ACCOUNT = new FileServiceDefinition(
            "GET",
            "/accounts/${nonce}",
            new NoncePlace(NonceSyntax.REGEX, "^/accounts/([0-9a-f]{16})$"),
            List.of(),
            new Answer("{\"id\":\"${nonce}\"}", "application/json", 200, false, Delay.NONE, 0));
    private static final FileServiceDefinition PREPARED = new FileServiceDefinition(
            "PUT",
            "/transfers/${nonce}",
            new NoncePlace(NonceSyntax.POINTER, "/id"),
            List.of(),
            new Answer("{\"transfer\":${request}}", "application/json", 201, false, Delay.NONE, 0));
    private static final FileServiceDefinition TRANSFER = new FileServiceDefinition(
            "GET",
            "/transfers/${nonce}",
            new NoncePlace(NonceSyntax.REGEX, "^/transfers/([0-9a-f]{16})$"),
            List.of(),
            new Answer("{\"found\":\"${nonce}\"}", "application/json", 200, false, Delay.NONE, 0));

    private final List<Instance> instances = Instances.named("backend-A", "backend-B");
    private final WireEngine engine =
            new WireEngine(instances, 1, List.of(ORDERS, TEXT, FOUND, ACCOUNT, PREPARED, TRANSFER));
    private RawClient client;

    @BeforeEach
    void start() throws IOException {
        engine.start();
        client = new RawClient(engine.port(instances.get(1)));
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        engine.close();
    }

    @Test
    void fillsInNonceAndBackend() throws IOException {
        RawClient.Response answer = send("PUT", "/orders", "{\"item\":\"pen\",\"ref\":\"" + NONCE + "\"}");
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.text()).isEqualTo("{\"ref\":\"" + NONCE + "\",\"by\":\"backend-B\"}");
    }

    @Test
    void refusesWhatLacksNonceOrText() throws IOException {
        RawClient.Response without = send("POST", "/orders", "{\"item\":\"pen\"}");
        assertThat(without.status()).isEqualTo(400);
        assertThat(without.text()).isEqualTo("the request has no nonce at /ref\n");
        RawClient.Response other = send("POST", "/orders", "{\"ref\":\"" + NONCE + "\"}");
        assertThat(other.status()).isEqualTo(400);
        assertThat(other.text()).isEqualTo("the request does not hold \"item\"\n");
        RawClient.Response cut = send("POST", "/orders", "{\"ref\":\"" + NONCE + "\",\"item\":\"pe");
        assertThat(cut.status()).isEqualTo(400);
        assertThat(cut.text()).startsWith("the request is not JSON: at byte ").contains("end-of-input");
    }

    @Test
    void findsTheNonceInThePathAndTellsServicesOfOnePathApartByTheMethod() throws IOException {
        RawClient.Response account = send("GET", "/accounts/" + NONCE, "");
        assertThat(account.status()).isEqualTo(200);
        assertThat(account.text()).isEqualTo("{\"id\":\"" + NONCE + "\"}");
        String transfer = "{\"id\": \"" + NONCE + "\", \"amount\": \"12.50\"}";
        RawClient.Response prepared = send("PUT", "/transfers/" + NONCE, transfer);
        assertThat(prepared.status()).isEqualTo(201);
        assertThat(prepared.text()).isEqualTo("{\"transfer\":" + transfer + "}");
        assertThat(send("GET", "/transfers/" + NONCE, "").text()).isEqualTo("{\"found\":\"" + NONCE + "\"}");
        assertThat(send("DELETE", "/accounts/" + NONCE, "").status()).isEqualTo(405);
        assertThat(send("GET", "/accounts/" + NONCE + "/more", "").status()).isEqualTo(404);
    }

    @Test
    void refusesARequestWhosePathNamesAnotherMessageThanItsBody() throws IOException {
        RawClient.Response other = send("PUT", "/transfers/fedcba9876543210", "{\"id\": \"" + NONCE + "\"}");
        assertThat(other.status()).isEqualTo(400);
        assertThat(other.text())
                .isEqualTo("the path /transfers/fedcba9876543210 is not that of the request with the nonce " + NONCE
                        + "\n");
    }

    @Test
    void showsAsManyOfTheNextMessagesAsItWasToldTo() throws IOException {
        client.send("POST /received?2 HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
                .receive();
        send("POST", "/orders", "{\"item\":1,\"ref\":\"" + NONCE + "\"}");
        assertThat(client.get("/received?2").receive().status()).isEqualTo(404);
        send("POST", "/orders", "{\"item\":2,\"ref\":\"" + NONCE + "\"}");
        send("POST", "/orders", "{\"item\":3,\"ref\":\"" + NONCE + "\"}");
        assertThat(client.get("/received?1").receive().text()).contains("\"item\":1");
        assertThat(client.get("/received?2").receive().text()).contains("\"item\":2");
        assertThat(client.get("/received?3").receive().status()).isEqualTo(404);
    }

    @Test
    void countsMessagesAndNoncesAsItDoesForQuotes() throws IOException {
        client.send("POST /stats HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
                .receive();
        send("POST", "/orders", "{\"item\":1,\"ref\":\"" + NONCE + "\"}");
        send("POST", "/orders", "{\"item\":2,\"ref\":\"" + NONCE + "\"}");
        send("POST", "/orders", "{}");
        try (RawClient quotes = new RawClient(engine.port(instances.get(0)))) {
            quotes.post(Samples.getQuote("500")).receive();
            String stats = client.get("/stats").receive().text();
            assertThat(stats)
                    .contains("\"backend-B\":{\"received\":3,\"answered\":2,\"refused\":1}")
                    .contains("\"counted\":3")
                    .contains("\"repeated\":1")
                    .contains("\"given\":4");
        }
    }

    @Test
    void sendsLargeAnswersInChunks() throws IOException {
        String middle = "x".repeat(LARGE - 2 * (4 + NONCE.length()) - 2);
        String text = "ref=" + NONCE + "\n" + middle + "\nend=" + NONCE;
        for (int i = 0; i < 3; i++) {
            RawClient.Response answer = send("POST", "/text", text);
            assertThat(answer.header("Transfer-Encoding")).isEqualTo("chunked");
            assertThat(answer.header("Content-Length")).isNull();
            assertThat(answer.text()).isEqualTo(text);
        }
        assertThat(send("POST", "/text", text.substring(0, text.length() - 1)).text())
                .isEqualTo("the request does not hold end=" + NONCE + "\n");
    }

    @Test
    void answersHttp10WithoutChunks() throws IOException {
        String text = "ref=" + NONCE + "\nend=" + NONCE;
        client.send("POST /text HTTP/1.0\r\nContent-Length: " + text.length() + "\r\n\r\n" + text);
        assertThat(client.receive().header("Content-Length")).isEqualTo(Integer.toString(LARGE));
    }

    @Test
    void looksForTheNonceInTheTargetOfRequestsWithoutBody() throws IOException {
        assertThat(client.get("/found?ref=" + NONCE).receive().text()).isEqualTo(NONCE);
        assertThat(client.get("/found?ref=none").receive().status()).isEqualTo(400);
        assertThat(client.get("/elsewhere?ref=" + NONCE).receive().status()).isEqualTo(404);
        client.send("HEAD /found?ref=1 HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(client.receive().status()).isEqualTo(405);
    }

    @Test
    void holdsTheAnswersOfFilesBackToo() throws IOException {
        client.send("POST /hold?millis=2000 HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
                .receive();
        String body = "{\"item\":1,\"ref\":\"" + NONCE + "\"}";
        client.send("POST /orders HTTP/1.1\r\nHost: x\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        try (RawClient other = new RawClient(engine.port(instances.get(0)))) {
            assertThat(other.awaitStats("\"answered\":1")).contains("\"given\":0");
            other.send("POST /hold?millis=0 HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
                    .receive();
            assertThat(client.receive().status()).isEqualTo(201);
            assertThat(other.get("/stats").receive().text()).contains("\"given\":1");
        }
    }

    private RawClient.Response send(String method, String target, String body) throws IOException {
        return client.send(method + " " + target + " HTTP/1.1\r\nHost: x\r\nContent-Length: "
                        + body.getBytes(UTF_8).length + "\r\n\r\n")
                .send(body.getBytes(UTF_8))
                .receive();
    }
}
