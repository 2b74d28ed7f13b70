package org.busbench.mediation.rig;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.busbench.mediation.http.rig.Eventually;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;

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

    /** {@return how many buffers of the network are in use} */
    public long buffersInUse() throws IOException {
        String line = get("/metrics")
                .text()
                .lines()
                .filter(text -> text.startsWith("busbench_buffers{state=\"in_use\"}"))
                .findFirst()
                .orElseThrow();
        return (long) Double.parseDouble(line.substring(line.indexOf('}') + 1).strip());
    }

    /** Waits until no more than so many are in use: connections of backends may end a moment after the last client. */
    public void awaitBuffersInUse(long most) throws IOException, InterruptedException {
        Eventually.value("at most " + most + " buffers in use", this::buffersInUse, inUse -> inUse <= most);
    }

    private HttpMessage ask(String method, String path) throws IOException {
        String request = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";
        return Wire.exchange(port, request.getBytes(StandardCharsets.US_ASCII));
    }
}
