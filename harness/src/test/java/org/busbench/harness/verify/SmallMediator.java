package org.busbench.harness.verify;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.busbench.common.http.Access;
import org.busbench.harness.process.Backends;
import org.busbench.harness.scenario.Message;

/** Routes by content over real sockets, as it should unless a part of it is replaced. */
final class SmallMediator implements AutoCloseable {
    /** Who gives an answer, or null for none. */
    interface Step {
        Answer answer(byte[] request) throws IOException, InterruptedException;
    }

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final MessageClient http = new MessageClient(Duration.ofSeconds(10), Access.USUAL);
    private final Backends backends;
    private final HttpServer server;

    String type = "text/xml; charset=UTF-8";
    UnaryOperator<byte[]> request = message -> message;
    String action = "\"urn:getQuote\"";
    UnaryOperator<String> route = SmallMediator::bySymbol;
    Step step = this::forwarded;

    SmallMediator(Backends backends) throws IOException {
        this.backends = backends;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::serve);
        server.setExecutor(threads);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/services/Proxy");
    }

    /** What a mediator that is right does. */
    Answer forwarded(byte[] message) throws IOException, InterruptedException {
        String letter = route.apply(new String(message, StandardCharsets.UTF_8));
        Map<String, String> headers = new LinkedHashMap<>(Map.of("Content-Type", "text/xml; charset=UTF-8"));
        if (action != null) {
            headers.put("SOAPAction", action);
        }
        return http.call(
                backends.url(letter),
                new Message("POST", headers, Optional.of(new String(request.apply(message), StandardCharsets.UTF_8))));
    }

    /** As an XML parser would find it in any message of these tests. */
    private static String bySymbol(String message) {
        String plain = message.replaceAll("(?s)<!--.*?-->", "").replaceAll("<!\\[CDATA\\[(.*?)]]>", "$1");
        return routeOf(plain.replaceFirst("(?s).*?symbol>([^<]*)<.*", "$1"));
    }

    static String routeOf(String symbol) {
        return symbol.equals("IBM") ? "A" : symbol.equals("MSFT") ? "B" : "C";
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] message = exchange.getRequestBody().readAllBytes();
            Answer answer = exchange.getRequestMethod().equals("GET") ? null : step.answer(message);
            if (answer != null) {
                exchange.getResponseHeaders().add("Content-Type", type);
                exchange.sendResponseHeaders(answer.status(), answer.body().length);
                exchange.getResponseBody().write(answer.body());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
