package org.busbench.harness.artifact;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A Maven repository that wants a password. */
final class RepositoryServer implements AutoCloseable {
    private static final String PASSWORD =
            "Basic " + Base64.getEncoder().encodeToString("reader:secret".getBytes(StandardCharsets.UTF_8));

    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final List<String> served = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    RepositoryServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 0);
        server.createContext("/maven/", this::answer);
        server.start();
    }

    /** A jar with the given content and dependencies, as {@code <dependency>} elements. */
    void publish(Coordinates coordinates, String content, String dependencies) {
        String folder = coordinates.group().replace('.', '/') + "/" + coordinates.artifact() + "/"
                + coordinates.version() + "/" + coordinates.artifact() + "-" + coordinates.version();
        String pom = """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>
                  <dependencies>%s</dependencies>
                </project>
                """.formatted(coordinates.group(), coordinates.artifact(), coordinates.version(), dependencies);
        files.put(folder + ".pom", pom.getBytes(StandardCharsets.UTF_8));
        String classifier = coordinates.classifier().isEmpty() ? "" : "-" + coordinates.classifier();
        files.put(folder + classifier + ".jar", content.getBytes(StandardCharsets.UTF_8));
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath().substring("/maven/".length());
        byte[] content = files.get(path);
        if (!PASSWORD.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"jars\"");
            exchange.sendResponseHeaders(401, -1);
        } else if (content == null) {
            exchange.sendResponseHeaders(404, -1);
        } else {
            served.add(path);
            exchange.sendResponseHeaders(200, content.length);
            exchange.getResponseBody().write(content);
        }
        exchange.close();
    }

    /** The files that were fetched. */
    List<String> served() {
        return served;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/maven/";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
