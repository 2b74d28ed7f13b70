package org.busbench.mediation.fastlane;

import java.io.UnsupportedEncodingException;
import java.text.SimpleDateFormat;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.axis2.transport.http.util.URIEncoderDecoder;
import org.apache.commons.logging.Log;
import org.apache.synapse.SynapseConstants;
import org.busbench.mediation.embedded.EmbeddedMessage;
import org.busbench.mediation.embedded.EmbeddedSynapse;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.head.Head;
import org.busbench.mediation.http.head.RequestHead;
import org.busbench.mediation.http.head.ResponseHead;
import org.busbench.mediation.soap.ContentTypes;
import org.busbench.mediation.soap.FaultText;
import org.busbench.mediation.xpath.Variables;

/**
 * What is known of a message besides its body: its properties, the fields of its head, and the error. Expressions read it as variables.
 *
 * <p>For the thread of the message's loop, or for a thread that this one waits for.
 */
final class MessageProperties implements Variables, EmbeddedMessage.Head {

    /** What {@code get-property()} is asked for the date in a format, which follows. */
    private static final String DATE_AS = SynapseConstants.SYSTEM_DATE + " ";

    private static final String ANONYMOUS = "http://www.w3.org/2005/08/addressing/anonymous";

    private final String proxy;
    private final Exchange exchange;
    private final RestApi api;
    private Map<String, Object> set = Map.of();
    private ResponseHead answer;
    private FlowError error;
    private String messageId;

    /** The proxy is null for an API, and the API for all else. */
    MessageProperties(String proxy, RestApi api, Exchange exchange) {
        this.proxy = proxy;
        this.api = api;
        this.exchange = exchange;
    }

    /** Sets a property; null removes it. */
    void set(String name, Object value) {
        own().put(name, value);
    }

    /** What a property holds, or null. */
    Object get(String name) {
        return set.get(name);
    }

    /** Takes properties over. */
    void setAll(Map<String, Object> properties) {
        set = properties;
    }

    private Map<String, Object> own() {
        if (!(set instanceof HashMap)) {
            set = new HashMap<>(
                    api == null ? Map.of() : api.properties(exchange.request().target()));
        }
        return set;
    }

    /** Begins a message for embedded mediators, with these properties. */
    EmbeddedMessage embedded(EmbeddedSynapse synapse, Log service) {
        own().put(SynapseConstants.PROXY_SERVICE, proxy);
        String method = answer == null ? exchange.request().method() : null;
        return new EmbeddedMessage(synapse, this, own(), service, method, answer == null ? 0 : answer.status());
    }

    /** A copy of the first field of each name, with these changes. */
    Map<String, String> fields(List<HeaderField> changes, List<HeaderField> further) {
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Head head = answer == null ? exchange.request() : answer;
        head.fields().forEach(field -> all.putIfAbsent(field.getKey(), field.getValue()));
        changes.forEach(change -> all.put(change.name(), change.value()));
        further.forEach(change -> all.put(change.name(), change.value()));
        return all;
    }

    /** Makes this answer the current message. */
    void answer(ResponseHead head) {
        answer = head;
        messageId = null;
        if (set instanceof HashMap) {
            set.keySet().removeIf(name -> name.startsWith(FlowInstruction.SetProperty.IN_AXIS));
        }
    }

    void error(FlowError what) {
        error = what;
    }

    /** The last error, or null. */
    FlowError error() {
        return error;
    }

    @Override
    public String value(String prefix, String name) {
        return switch (prefix) {
            case "trp" -> answer == null ? exchange.request().value(name) : answer.value(name);
            case "ctx" -> property(name);
            case "message" -> ofTheMessage(name);
            case "axis2" -> inAxis(name);
            case "url" -> answer == null ? parameter(name) : "";
            default -> null;
        };
    }

    private String inAxis(String name) {
        return switch (name) {
            case "HTTP_METHOD" -> exchange.request().method();
            case "REMOTE_ADDR" ->
                exchange.client() == null
                        ? null
                        : exchange.client().getAddress().getHostAddress();
            case "HTTP_SC" -> Integer.toString(answer.status());
            default -> {
                String own = property(FlowInstruction.SetProperty.IN_AXIS + name);
                yield own == null ? property(FlowInstruction.SetProperty.OF_CLIENT + name) : own;
            }
        };
    }

    /** As Synapse reads a query for a variable: the first value, or nothing. */
    private String parameter(String name) {
        String target = exchange.request().target();
        int query = target.indexOf('?');
        for (String one :
                query < 0 ? new String[0] : target.substring(query + 1).split("&", -1)) {
            String[] parts = one.split("=", -1);
            if (parts.length > 0 && parts[0].equalsIgnoreCase(name)) {
                try {
                    return parts.length > 1 ? URIEncoderDecoder.decode(parts[1]) : "";
                } catch (UnsupportedEncodingException e) {
                    throw new IllegalArgumentException("the parameter '" + one + "' cannot be decoded", e);
                }
            }
        }
        return "";
    }

    private String ofTheMessage(String name) {
        return switch (name) {
            case SynapseConstants.HEADER_TO -> to();
            case SynapseConstants.HEADER_ACTION -> action();
            case SynapseConstants.HEADER_MESSAGE_ID -> messageId();
            case SynapseConstants.PROPERTY_MESSAGE_FORMAT ->
                FaultText.isSoap12(value("trp", "Content-Type"))
                        ? SynapseConstants.FORMAT_SOAP12
                        : SynapseConstants.FORMAT_SOAP11;
            case SynapseConstants.SYSTEM_TIME -> Long.toString(System.currentTimeMillis());
            case SynapseConstants.SYSTEM_DATE -> new SimpleDateFormat().format(System.currentTimeMillis());
            default -> {
                if (!name.startsWith(DATE_AS)) {
                    throw new IllegalArgumentException("no message tells its '" + name + "'");
                }
                yield new SimpleDateFormat(name.substring(DATE_AS.length())).format(System.currentTimeMillis());
            }
        };
    }

    private String property(String name) {
        if (error != null && name.equals("ERROR_CODE")) {
            return Integer.toString(error.code());
        }
        if (error != null && (name.equals("ERROR_MESSAGE") || name.equals("ERROR_DETAIL"))) {
            return error.text();
        }
        Map<String, Object> known = api != null && RestApi.isOfTarget(name) ? own() : set;
        Object value = name.equals(SynapseConstants.PROXY_SERVICE) ? proxy : known.get(name);
        return value == null ? null : value.toString();
    }

    /** The status of the answer. */
    int status() {
        return answer.status();
    }

    boolean isAnswer() {
        return answer != null;
    }

    /** The address to which the message goes, as Synapse logs it. */
    @Override
    public String to() {
        return answer == null ? exchange.request().pathAndQuery() : ANONYMOUS;
    }

    /** An ID that is made when it is first asked for; request and answer have one each. */
    @Override
    public String messageId() {
        if (messageId == null) {
            messageId = "urn:uuid:" + UUID.randomUUID();
        }
        return messageId;
    }

    /** The SOAP action; null for none. */
    @Override
    public String action() {
        if (answer != null) {
            return "";
        }
        Iterator<String> all = actions(exchange.request()).iterator();
        return all.hasNext() ? all.next() : null;
    }

    /** The action of the request after these changes to its fields; null for none. */
    String action(List<HeaderField> changes, List<HeaderField> further) {
        return Stream.concat(changes.stream(), further.stream())
                .filter(change -> change.name().equals("SOAPAction"))
                .reduce((one, other) -> other)
                .map(change -> change.value() == null ? "" : change.value().replaceAll("^\"|\"$", ""))
                .orElseGet(this::action);
    }

    /** The SOAP actions that a head names, without quotes: that of the type first, as in Axis2, then those of fields (SOAP 1.1 section 6.1.1). */
    static Set<String> actions(RequestHead request) {
        Set<String> all = new LinkedHashSet<>();
        String type = request.value("Content-Type");
        String ofType = FaultText.isSoap12(type) ? ContentTypes.parameter(type, "action") : null;
        if (ofType != null) {
            all.add(ofType);
        }
        for (int i = 0; i < request.fieldCount(); i++) {
            if (request.fieldName(i).equalsIgnoreCase("SOAPAction")) {
                all.add(ContentTypes.unquoted(request.fieldValue(i)));
            }
        }
        return all;
    }
}
