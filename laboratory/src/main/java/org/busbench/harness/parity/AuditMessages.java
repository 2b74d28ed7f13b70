package org.busbench.harness.parity;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.common.http.MessageParser.Framing;
import org.busbench.harness.scenario.Backend.Format;
import org.busbench.harness.scenario.Backend.Stockquote;
import org.busbench.harness.scenario.Messages;
import org.busbench.harness.scenario.Scenario;

/**
 * The messages of the audit. They say what those of the suite say, in a way of writing that no serialiser would choose:
 * single quotes, a space within a tag, an empty element in two tags, CDATA beside a character reference. Who writes them
 * anew changes their bytes and not their meaning.
 */
final class AuditMessages {
    /** In requests of the audit: a header for the backend, one that ends at the mediator, and what that has of its own. */
    static final String END_TO_END = "X-Audit-End";

    static final String HOP = "X-Audit-Hop";
    static final String KEEP_ALIVE = "timeout=4242";

    private static final Pattern NONCE = Pattern.compile("[rR]ef>([0-9a-f]{16})<");
    private static final String OPEN = "<?xml version='1.0' encoding='UTF-8'?><soapenv:Envelope"
            + " xmlns:soapenv='http://schemas.xmlsoap.org/soap/envelope/' ><soapenv:Header></soapenv:Header>"
            + "<soapenv:Body>";
    private static final String CLOSE = "</soapenv:Body></soapenv:Envelope>";
    private static final int CHUNK_BYTES = 311;

    private final URI url;
    private final Stockquote service;
    private final String headers;

    /** Messages for a scenario at an address; {@code fields} are lines that every head has. */
    AuditMessages(URI url, Scenario sends, String fields) {
        if (!(sends.backend() instanceof Stockquote quotes)) {
            throw new IllegalArgumentException(sends.name() + " asks for no quotes");
        }
        this.url = url;
        this.service = quotes;
        this.headers = new Messages(sends)
                        .of(sends.sizes().get(0), sends.data().samples().get(0), "0000000000000000")
                        .headerLines()
                + fields;
    }

    /** Whether the backend must get another message than the client sent. */
    boolean transformed() {
        return service.transform().isPresent();
    }

    /** A request's body of at least so many bytes. */
    byte[] requestBody(String nonce, int bytes) {
        Format words = service.format();
        String call = words.call();
        StringBuilder body =
                new StringBuilder(OPEN).append("<m:").append(call).append(" xmlns:m='http://services.samples'>");
        do {
            body.append("<m:" + words.element() + ">")
                    .append(element(words.symbol(), "IBM"))
                    .append(element(words.ref(), nonce))
                    .append(element(words.quantity(), "&#50;00"))
                    .append(element(words.note(), "<![CDATA[at close]]>"))
                    .append("</m:" + words.element() + ">");
        } while (body.length() < bytes);
        return body.append("</m:")
                .append(call)
                .append('>')
                .append(CLOSE)
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String element(String name, String text) {
        return "<m:" + name + ">" + text + "</m:" + name + ">";
    }

    /** A whole request; {@code more} are further lines of its head, each with its line end. */
    byte[] request(byte[] body, Framing framing, String more) {
        String head = "POST " + url.getRawPath() + " HTTP/1.1\r\nHost: " + url.getAuthority() + "\r\n" + headers + more;
        return whole(head, body, framing);
    }

    static byte[] answerBody(String instance, byte[] request, int bytes) {
        Matcher found = NONCE.matcher(new String(request, StandardCharsets.ISO_8859_1));
        String nonce = found.find() ? found.group(1) : "0000000000000000";
        StringBuilder body = new StringBuilder(OPEN).append("<getQuoteResponse xmlns='http://services.samples'>");
        do {
            body.append("<return><change>-2.95</change><earnings>5.04</earnings><high>173.44</high><last>169.38</last>"
                    + "<lastTradeTimestamp>Fri Jul 13 15:51:15 EDT 2007</lastTradeTimestamp><low>168.09</low>"
                    + "<marketCap>611494151.58</marketCap><name><![CDATA[IBM Company]]></name><open>172.31</open>"
                    + "<peRatio>33.60</peRatio><percentageChange>-1.71</percentageChange>"
                    + "<prevClose>172.33</prevClose><symbol>IBM</symbol><volume>&#49;2303</volume><ref>" + nonce
                    + "</ref><servedBy>" + instance + "</servedBy></return>");
        } while (body.length() < bytes);
        return body.append("</getQuoteResponse>").append(CLOSE).toString().getBytes(StandardCharsets.UTF_8);
    }

    /** A head without the lines of its framing, and a body, made to a message. */
    static byte[] whole(String head, byte[] body, Framing framing) {
        if (framing == Framing.FIXED) {
            return joined(ascii(head + "Content-Length: " + body.length + "\r\n\r\n"), body);
        }
        byte[] message = ascii(head + "Transfer-Encoding: chunked\r\n\r\n");
        for (int from = 0; from < body.length; from += CHUNK_BYTES) {
            int length = Math.min(body.length - from, CHUNK_BYTES);
            byte[] chunk = java.util.Arrays.copyOfRange(body, from, from + length);
            message =
                    joined(joined(message, ascii(Integer.toHexString(length) + "\r\n")), joined(chunk, ascii("\r\n")));
        }
        return joined(message, ascii("0\r\n\r\n"));
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = java.util.Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
