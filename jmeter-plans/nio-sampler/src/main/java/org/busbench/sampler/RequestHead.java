package org.busbench.sampler;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.jmeter.protocol.http.control.Header;
import org.apache.jmeter.protocol.http.control.HeaderManager;
import org.apache.jmeter.testelement.property.JMeterProperty;
import org.busbench.sampler.message.SettingException;

/** Request line and header fields, from the settings and the header managers around the sampler. */
final class RequestHead {
    private static final Set<String> OURS = Set.of("content-length", "transfer-encoding", "connection");

    private RequestHead() {}

    /** The head without its Content-Length and the empty line. */
    static String of(String host, int port, boolean tls, String path, boolean keepAlive, HeaderManager headers)
            throws SettingException {
        StringBuilder fields = new StringBuilder();
        Set<String> names = new TreeSet<>();
        if (headers != null) {
            for (JMeterProperty property : headers.getHeaders()) {
                Header header = (Header) property.getObjectValue();
                names.add(header.getName().toLowerCase(Locale.ROOT));
                fields.append(line(header.getName() + ": " + header.getValue()));
            }
        }
        for (String ours : OURS) {
            if (names.contains(ours)) {
                throw new SettingException("the header field " + ours + " is set by the sampler itself: remove it");
            }
        }
        boolean usual = port == (tls ? 443 : 80);
        String name = host.contains(":") ? "[" + host + "]" : host;
        return line("POST " + path + " HTTP/1.1")
                + (names.contains("host") ? "" : line("Host: " + name + (usual ? "" : ":" + port)))
                + fields
                + line("Connection: " + (keepAlive ? "keep-alive" : "close"));
    }

    private static String line(String text) throws SettingException {
        if (text.indexOf('\r') >= 0 || text.indexOf('\n') >= 0) {
            throw new SettingException("a line end in the request's head: " + text.strip());
        }
        return text + "\r\n";
    }
}
