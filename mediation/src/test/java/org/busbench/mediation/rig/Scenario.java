package org.busbench.mediation.rig;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The three jobs, with the sample messages that prove them. */
public enum Scenario {
    /** Its own address and WSDL before the backend. */
    VIRTUALIZATION("VirtualizationProxy", "getQuote", "urn:getQuote"),
    /** The symbol decides. */
    CBR("CbrProxy", "getQuote", "urn:getQuote"),
    /** Both directions are transformed. */
    XSLT("XsltProxy", "checkPrice", "urn:checkPrice");

    /** The nonce in the sample messages. */
    public static final String NONCE = "0123456789abcdef";

    private static final Path MESSAGES = Path.of("..", "xslt", "messages");

    private final String proxy;
    private final String operation;
    private final String action;

    Scenario(String proxy, String operation, String action) {
        this.proxy = proxy;
        this.operation = operation;
        this.action = action;
    }

    /** {@return path of the proxy} */
    public String path() {
        return "/services/" + proxy;
    }

    /** {@return the sample request of that size} */
    public String request(String size) {
        return sample(size, operation);
    }

    /** {@return what backend A's answer to the sample request must become} */
    public String response(String size) {
        return sample(size, operation + "Response");
    }

    /** {@return the bytes of a POST with Content-Length} */
    public byte[] post(String body, String... headers) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        byte[] head = head(content.length, headers).getBytes(StandardCharsets.UTF_8);
        byte[] all = new byte[head.length + content.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(content, 0, all, head.length, content.length);
        return all;
    }

    /** {@return the head of a POST with that many bytes to come} */
    public String head(int contentLength, String... headers) {
        return head("Content-Length: " + contentLength, "HTTP/1.1", headers);
    }

    /** {@return the head of a POST, framed as told} */
    public String head(String framing, String version, String... headers) {
        StringBuilder head = new StringBuilder("POST " + path() + " " + version + "\r\nHost: localhost\r\n" + framing
                + "\r\nContent-Type: text/xml; charset=UTF-8\r\nSOAPAction: \"" + action + "\"\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        return head.append("\r\n").toString();
    }

    static String sample(String size, String name) {
        try {
            return Files.readString(MESSAGES.resolve(size).resolve(name + ".xml"));
        } catch (IOException e) {
            throw new IllegalStateException("the samples are made by the xslt module: " + MESSAGES, e);
        }
    }
}
