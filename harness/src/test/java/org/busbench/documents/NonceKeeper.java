package org.busbench.documents;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A mediator with its backends, as far as a client of the scenario {@code cbr} can tell. It prints the nonce of each message. */
public final class NonceKeeper {
    private static final Pattern SYMBOL = Pattern.compile("<m:symbol>([A-Z]+)</m:symbol>");
    private static final Pattern NONCE = Pattern.compile("<m:ref>([0-9a-f]{16})</m:ref>");
    private static final Map<String, String> ROUTES = Map.of("IBM", "backend-A", "MSFT", "backend-B");

    private NonceKeeper() {}

    /** Its address and port, and for how many milliseconds it keeps each client waiting. */
    public static void main(String[] arguments) throws IOException {
        long millis = Long.parseLong(arguments[2]);
        HttpServer server = HttpServer.create(new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1])), 128);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/services/CbrProxy", exchange -> {
            try (exchange) {
                TimeUnit.MILLISECONDS.sleep(millis);
                answer(exchange);
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
        System.out.println("ready");
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String message = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Matcher symbol = SYMBOL.matcher(message);
        Matcher nonce = NONCE.matcher(message);
        if (!symbol.find() || !nonce.find()) {
            System.out.println("neither symbol nor nonce: " + message);
            exchange.sendResponseHeaders(500, -1);
            return;
        }
        System.out.println(nonce.group(1));
        byte[] answer = ("<Envelope><ref>" + nonce.group(1) + "</ref><servedBy>"
                        + ROUTES.getOrDefault(symbol.group(1), "backend-C") + "</servedBy></Envelope>")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=UTF-8");
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
    }
}
