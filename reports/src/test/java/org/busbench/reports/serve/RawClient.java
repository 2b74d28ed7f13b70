package org.busbench.reports.serve;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Speaks HTTP as bytes: what a browser would tidy up goes out as it is. */
final class RawClient {

    private static final int SILENCE_MILLIS = 20_000;

    private final int port;

    RawClient(String url) {
        port = Integer.parseInt(url.replaceAll("\\D+$", "").replaceAll(".*:", ""));
    }

    int port() {
        return port;
    }

    String host() {
        return "127.0.0.1:" + port;
    }

    /** What comes back until the server closes. */
    String send(String request) throws IOException {
        try (Socket socket = open()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    Socket open() throws IOException {
        Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
        socket.setSoTimeout(SILENCE_MILLIS);
        return socket;
    }

    String get(String target) throws IOException {
        return request("GET", target, "Host: " + host());
    }

    String request(String method, String target, String headers) throws IOException {
        return send(method + " " + target + " HTTP/1.1\r\n" + headers + "\r\nConnection: close\r\n\r\n");
    }

    static int status(String response) {
        return response.startsWith("HTTP/1.1 ") ? Integer.parseInt(response.substring(9, 12)) : 0;
    }

    static String body(String response) {
        return response.substring(response.indexOf("\r\n\r\n") + 4);
    }
}
