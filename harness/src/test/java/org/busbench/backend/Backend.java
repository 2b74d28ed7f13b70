package org.busbench.backend;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramSocket;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Stands in for the backend, and with {@code --mediator} for a mediator, where the harness itself is tested. */
public final class Backend {

    private static final Pattern LISTEN = Pattern.compile("(backend-[A-C])=127\\.0\\.0\\.1:([0-9]+)");
    private static final Pattern SYMBOL = Pattern.compile("<(?:\\w+:)?symbol>(.*?)</");
    private static final Pattern REF = Pattern.compile("<(?:\\w+:)?ref>(.*?)</");
    private static final Pattern WRONG_QUANTITY = Pattern.compile("<m:quantity>([0-9]*[^0-9<][^<]*)</");
    private static final Pattern ELEMENT = Pattern.compile("<m:request[ >]");
    private static final Map<String, AtomicLong> RECEIVED = new TreeMap<>();
    private static final Map<String, AtomicLong> REFUSED = new TreeMap<>();

    private static final AtomicReference<String> LAST = new AtomicReference<>("");
    private static final AtomicReference<String> LAST_ACTION = new AtomicReference<>("");
    /** Held for as long as the process lives. */
    private static final List<Closeable> OPEN = new CopyOnWriteArrayList<>();

    private Backend() {}

    /**
     * {@code --listen NAME=HOST:PORT...}, or {@code --mediator PORT A B C}: it and the ports that it sends to. {@code
     * --opens WHAT HOST PORT} before that opens a socket more, each time.
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("--opens")) {
            OPEN.add(opened(arguments[1], new InetSocketAddress(arguments[2], Integer.parseInt(arguments[3]))));
            main(Arrays.copyOfRange(arguments, 4, arguments.length));
            return;
        }
        if (arguments[0].equals("--mediator")) {
            serve(Integer.parseInt(arguments[1]), exchange -> forward(exchange, arguments));
            System.out.println("works as mediator");
            return;
        }
        for (String argument : arguments) {
            Matcher listen = LISTEN.matcher(argument);
            if (listen.matches()) {
                String name = listen.group(1);
                RECEIVED.put(name, new AtomicLong());
                REFUSED.put(name, new AtomicLong());
                serve(Integer.parseInt(listen.group(2)), exchange -> answer(exchange, name));
            }
        }
    }

    private static Closeable opened(String what, InetSocketAddress address) throws IOException {
        return switch (what) {
            case "listener" -> new ServerSocket(address.getPort(), 1, address.getAddress());
            case "connection" -> new Socket(address.getAddress(), address.getPort());
            case "multicast" -> new MulticastSocket(address);
            case "datagrams" -> {
                DatagramSocket socket = new DatagramSocket();
                socket.connect(address);
                yield socket;
            }
            default -> throw new IllegalArgumentException(what);
        };
    }

    /** Without the property the second write of an answer waits 40 ms until the client's kernel confirms the first. */
    private static void serve(int port, com.sun.net.httpserver.HttpHandler handler) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/", handler);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
    }

    private static void forward(HttpExchange exchange, String[] ports) throws IOException {
        byte[] request = exchange.getRequestBody().readAllBytes();
        Matcher symbol = SYMBOL.matcher(plain(request));
        if (!symbol.find()) {
            reply(exchange, 200, "up".getBytes(StandardCharsets.UTF_8));
            return;
        }
        String port = ports[2 + "ABC".indexOf(route(symbol.group(1)))];
        HttpURLConnection backend = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + "/").toURL().openConnection();
        backend.setDoOutput(true);
        String action = exchange.getRequestHeaders().getFirst("SOAPAction");
        if (action != null) {
            backend.setRequestProperty("SOAPAction", action);
        }
        backend.getOutputStream().write(request);
        int status = backend.getResponseCode();
        try (InputStream body = status < 400 ? backend.getInputStream() : backend.getErrorStream()) {
            reply(exchange, status, body.readAllBytes());
        }
    }

    private static void answer(HttpExchange exchange, String name) throws IOException {
        byte[] message = exchange.getRequestBody().readAllBytes();
        String request = plain(message);
        Matcher symbol = SYMBOL.matcher(request);
        Matcher wrong = WRONG_QUANTITY.matcher(request);
        int status = 200;
        String answer = "up";
        if (exchange.getRequestURI().getPath().equals("/stats")) {
            answer = stats();
        } else if (exchange.getRequestURI().getPath().equals("/received")) {
            answer = exchange.getRequestMethod().equals("GET") ? LAST.get() : "";
        } else if (exchange.getRequestURI().getPath().equals("/received/action")) {
            answer = LAST_ACTION.get();
        } else if (wrong.find()) {
            keepAction(exchange);
            LAST.set(new String(message, StandardCharsets.UTF_8));
            RECEIVED.get(name).incrementAndGet();
            REFUSED.get(name).incrementAndGet();
            status = 500;
            answer = "<f>" + wrong.group(1) + "</f>";
        } else if (symbol.find()) {
            keepAction(exchange);
            LAST.set(new String(message, StandardCharsets.UTF_8));
            RECEIVED.get(name).incrementAndGet();
            String refs =
                    REF.matcher(request).results().map(ref -> ref.group(1)).collect(Collectors.joining("</ref><ref>"));
            String filler =
                    ".".repeat(400 * (int) ELEMENT.matcher(request).results().count());
            answer = "<a><symbol>" + symbol.group(1) + "</symbol><ref>" + refs + "</ref><by>" + name + "</by>"
                    + (filler.isEmpty() ? "" : "<n>" + filler + "</n>") + "</a>";
        }
        Matcher nonce = REF.matcher(request);
        reply(exchange, status, answer.getBytes(StandardCharsets.UTF_8), nonce.find() && isOdd(nonce.group(1)));
    }

    /** Whether a message with this nonce is answered in chunks, as the real backend does. */
    private static boolean isOdd(String nonce) {
        return nonce.matches("[0-9a-f]{15}[13579bdf]");
    }

    private static void keepAction(HttpExchange exchange) {
        String action = exchange.getRequestHeaders().getFirst("SOAPAction");
        LAST_ACTION.set(action == null ? "" : action.replace("\"", ""));
    }

    /** Without comments and CDATA, whose texts are looked for. */
    private static String plain(byte[] message) {
        return new String(message, StandardCharsets.UTF_8)
                .replaceAll("(?s)<!--.*?-->", "")
                .replaceAll("<!\\[CDATA\\[([^<]*?)]]>", "$1");
    }

    private static String stats() {
        return RECEIVED.keySet().stream()
                .map(name -> "\"" + name + "\":{\"received\":" + RECEIVED.get(name) + ",\"answered\":"
                        + (RECEIVED.get(name).get() - REFUSED.get(name).get()) + ",\"refused\":" + REFUSED.get(name)
                        + "}")
                .collect(Collectors.joining(",", "{\"instances\":{", "}}"));
    }

    private static void reply(HttpExchange exchange, int status, byte[] body) throws IOException {
        reply(exchange, status, body, false);
    }

    private static void reply(HttpExchange exchange, int status, byte[] body, boolean chunked) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "text/xml; charset=UTF-8");
        exchange.sendResponseHeaders(status, chunked ? 0 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static String route(String symbol) {
        return switch (symbol) {
            case "IBM" -> "A";
            case "MSFT" -> "B";
            default -> "C";
        };
    }
}
