package org.busbench.mediation.fastlane;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.mediation.compile.LogLine;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.ResponseHead;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xpath.Variables;

/** What a message knows of itself beside its content: its properties, the fields of its head, what failed. For the thread of its loop, or for one that it waits for. */
final class Facts implements Variables {

    private static final String ANONYMOUS = "http://www.w3.org/2005/08/addressing/anonymous";

    private static final Pattern ACTION = Pattern.compile("(?i)^application/soap\\+xml.*[; ]action=\"?([^\";]*)");

    private final String proxy;
    private final Exchange exchange;
    private Map<String, String> kept = Map.of();
    private ResponseHead answer;
    private FaultMessage failure;
    private String id;

    Facts(String proxy, Exchange exchange) {
        this.proxy = proxy;
        this.exchange = exchange;
    }

    /** Sets a property; null removes it. */
    void keep(String name, String value) {
        if (kept.isEmpty()) {
            kept = new HashMap<>();
        }
        kept.put(name, value);
    }

    void answered(ResponseHead head) {
        answer = head;
        id = null;
    }

    void failed(FaultMessage message) {
        failure = message;
    }

    /** What failed, or null. */
    FaultMessage failure() {
        return failure;
    }

    /** The content type of the request. */
    String contentType() {
        return exchange.request().value("Content-Type");
    }

    @Override
    public String value(String prefix, String name) {
        return switch (prefix) {
            case "trp" -> answer == null ? exchange.request().value(name) : answer.value(name);
            case "ctx" -> property(name);
            case "axis2" -> answer == null ? exchange.request().method() : Integer.toString(answer.status());
            // Only messages without a query come here.
            case "url" -> "";
            default -> null;
        };
    }

    private String property(String name) {
        if (failure != null && name.equals("ERROR_CODE")) {
            return Integer.toString(failure.code());
        }
        if (failure != null && (name.equals("ERROR_MESSAGE") || name.equals("ERROR_DETAIL"))) {
            return failure.text();
        }
        return name.equals("proxy.name") ? proxy : kept.get(name);
    }

    /** The text of a line, as Synapse words it; the values are those of its properties. */
    String line(LogLine line, LoopTools tools, byte[] message, String charset, List<String> values)
            throws MalformedXmlException {
        StringBuilder text = new StringBuilder();
        if (line.level() == LogLine.Level.SIMPLE || line.level() == LogLine.Level.FULL) {
            addresses(text, line.separator());
        }
        if (line.level() == LogLine.Level.HEADERS) {
            for (String block : tools.headerBlocks().of(message, charset)) {
                text.append(line.separator()).append(block);
            }
        }
        for (int i = 0; i < values.size(); i++) {
            text.append(line.separator())
                    .append(line.properties().get(i).name())
                    .append(" = ")
                    .append(values.get(i));
        }
        if (line.level() == LogLine.Level.FULL) {
            text.append(line.separator()).append("Envelope: ").append(text(message, charset));
        }
        return text.indexOf(line.separator()) == 0
                ? text.substring(line.separator().length())
                : text.toString();
    }

    private void addresses(StringBuilder text, String separator) {
        String action = answer == null ? action() : "";
        if (id == null) {
            id = "urn:uuid:" + UUID.randomUUID();
        }
        text.append("To: ").append(answer == null ? exchange.request().pathAndQuery() : ANONYMOUS);
        if (action != null) {
            text.append(separator).append("WSAction: ").append(action);
            text.append(separator).append("SOAPAction: ").append(action);
        }
        text.append(separator).append("MessageID: ").append(id);
        text.append(separator).append("Direction: ").append(answer == null ? "request" : "response");
    }

    /** The action without its quotes (SOAP 1.1 section 6.1.1, SOAP 1.2 part 2 section 6.5.3). */
    private String action() {
        String field = exchange.request().value("SOAPAction");
        if (field == null) {
            Matcher matcher = ACTION.matcher(String.valueOf(contentType()));
            return matcher.find() ? matcher.group(1) : null;
        }
        boolean quoted = field.length() >= 2 && field.startsWith("\"") && field.endsWith("\"");
        return quoted ? field.substring(1, field.length() - 1) : field;
    }

    /** A message that failed may have gone already, and no copy is kept for a log. */
    private static String text(byte[] message, String charset) {
        if (message == null) {
            return "(not kept)";
        }
        return new String(
                message,
                charset == null || !Charset.isSupported(charset) ? StandardCharsets.UTF_8 : Charset.forName(charset));
    }
}
