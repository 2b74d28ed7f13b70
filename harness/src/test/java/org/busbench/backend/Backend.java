package org.busbench.backend;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stands in for the backend, and with {@code --mediator} for a mediator, where the harness itself is tested. */
public final class Backend {

    private static final Pattern LISTEN = Pattern.compile("(backend-[A-C])=127\\.0\\.0\\.1:([0-9]+)");
    private static final Pattern SYMBOL = Pattern.compile("<symbol>(.*?)</symbol>");
    private static final Pattern REF = Pattern.compile("<ref>(.*?)</ref>");

    private Backend() {}

    /** {@code --listen NAME=HOST:PORT...} or {@code --mediator PORT [wrong]}. */
    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("--mediator")) {
            boolean wrong = arguments.length > 2;
            listen(Integer.parseInt(arguments[1]), wrong ? "backend-C" : null);
            return;
        }
        for (String argument : arguments) {
            Matcher listen = LISTEN.matcher(argument);
            if (listen.matches()) {
                listen(Integer.parseInt(listen.group(2)), listen.group(1));
            }
        }
    }

    private static void listen(int port, String name) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/", exchange -> {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            byte[] body = answer(request, name).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
    }

    private static String answer(String request, String name) {
        Matcher symbol = SYMBOL.matcher(request);
        Matcher ref = REF.matcher(request);
        if (!symbol.find() || !ref.find()) {
            return "up";
        }
        String route = name == null ? route(symbol.group(1)) : name;
        return "<a><symbol>" + symbol.group(1) + "</symbol><ref>" + ref.group(1) + "</ref><by>" + route + "</by></a>";
    }

    private static String route(String symbol) {
        return switch (symbol) {
            case "IBM" -> "backend-A";
            case "MSFT" -> "backend-B";
            default -> "backend-C";
        };
    }
}
