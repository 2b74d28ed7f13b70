package org.busbench.documents;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Executors;

/** An ESB as the reader of the how-to may have one: it routes orders in JSON by their region. */
public final class OrderRouter {
    private OrderRouter() {}

    /** Address and port of its own, and the host of the backends. */
    public static void main(String[] arguments) throws IOException {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        ObjectMapper json = new ObjectMapper();
        HttpServer server = HttpServer.create(new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1])), 128);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/orders", exchange -> {
            byte[] order = exchange.getRequestBody().readAllBytes();
            String region = json.readTree(order).path("region").asText();
            int port = region.equals("EU") ? 9000 : region.equals("US") ? 9001 : 9002;
            try {
                HttpRequest request = HttpRequest.newBuilder(
                                URI.create("http://" + arguments[2] + ":" + port + "/orders"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(order))
                        .build();
                HttpResponse<byte[]> answer = answer(client, request);
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
                exchange.getResponseBody().write(answer.body());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                exchange.close();
            }
        });
        server.start();
        System.out.println("ready");
    }

    /** Once more where a kept connection led to backends that have ended since: such a request reached no backend. */
    private static HttpResponse<byte[]> answer(HttpClient client, HttpRequest request)
            throws IOException, InterruptedException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException stale) {
            return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        }
    }
}
