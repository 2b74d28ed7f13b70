package org.busbench.harness.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import org.busbench.common.http.Access;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MessageClientTest {
    private final MessageClient caller = new MessageClient(Duration.ofSeconds(20), Access.USUAL);
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/main.wsdl", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private URI redirectingTo(String location) {
        server.createContext("/proxy", exchange -> {
            exchange.getResponseHeaders().set("Location", location);
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/proxy?wsdl");
    }

    @Test
    void aRedirectOnTheSameServerIsFollowed() throws IOException, InterruptedException {
        assertThat(caller.getRedirected(redirectingTo("/main.wsdl")).status()).isEqualTo(200);
    }

    @Test
    void aRedirectToAnotherServerIsNot() throws IOException, InterruptedException {
        assertThat(caller.getRedirected(redirectingTo("http://127.0.0.2/main.wsdl"))
                        .status())
                .isEqualTo(302);
    }

    @Test
    void aRedirectOfACircleEnds() throws IOException, InterruptedException {
        assertThat(caller.getRedirected(redirectingTo("/proxy?wsdl")).status()).isEqualTo(302);
    }

    @Test
    void aRedirectToNoAddressIsNotFollowed() throws IOException, InterruptedException {
        assertThat(caller.getRedirected(redirectingTo("no address")).status()).isEqualTo(302);
    }
}
