package org.busbench.mediation.rig;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Asks the admin port of a mediator. */
public record Operator(int port) {

    /** Asks for a page. */
    public HttpMessage get(String path) throws IOException {
        return ask("GET", path);
    }

    /** Posts nothing. */
    public HttpMessage post(String path) throws IOException {
        return ask("POST", path);
    }

    private HttpMessage ask(String method, String path) throws IOException {
        String request = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";
        return Wire.exchange(port, request.getBytes(StandardCharsets.US_ASCII));
    }
}
