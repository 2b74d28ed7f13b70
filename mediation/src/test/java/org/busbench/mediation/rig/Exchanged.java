package org.busbench.mediation.rig;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import org.busbench.mediation.http.rig.HttpMessage;

/** What of an HTTP message has to be the same, wherever it went through. */
public final class Exchanged {

    private Exchanged() {}

    /** {@return the next whole request on a connection, or null at its end} */
    public static HttpMessage request(InputStream in) throws IOException {
        HttpMessage head = HttpMessage.readHead(in);
        return head == null ? null : head.readBody(in, false);
    }

    /** {@return method, path and action of a request, its media type and its content} */
    public static String ofRequest(HttpMessage request) {
        String action = request.headers().getOrDefault("soapaction", "-").replace("\"", "");
        return request.startLine().replaceFirst(" HTTP/1.*", "") + " " + action + " " + mediaType(request) + " "
                + content(request);
    }

    /** {@return status, media type and content of an answer} */
    public static String ofAnswer(HttpMessage answer) {
        return answer.status() + (answer.whole() ? " " : " cut ") + mediaType(answer) + " " + content(answer);
    }

    private static String mediaType(HttpMessage message) {
        if (message.text().isEmpty()) {
            return "-";
        }
        String type = message.headers().getOrDefault("content-type", "-");
        return type.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
    }

    private static String content(HttpMessage message) {
        String text = Canonical.of(message.text());
        return text.replaceAll("urn:uuid:[0-9a-fA-F-]+", "urn:uuid:x")
                .replaceAll("MIMEBoundary[^\\s\"<>;]*", "boundary");
    }
}
