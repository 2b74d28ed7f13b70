package org.busbench.mediation.soap;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.busbench.mediation.xml.SoapNamespaces;

/** Envelopes with a SOAP fault in them (SOAP 1.1 section 4.4, SOAP 1.2 part 1 section 5.4). For any thread. */
public final class FaultText {

    private static final int MEDIATION = 500;

    private FaultText() {}

    /**
     * {@return whether a message of that type is SOAP 1.2}
     *
     * @param contentType of the message, or null
     */
    public static boolean isSoap12(String contentType) {
        return contentType != null && contentType.toLowerCase(Locale.ROOT).startsWith("application/soap+xml");
    }

    /**
     * {@return what an envelope's {@code Content-Type} is}
     *
     * @param soap12 whether it is SOAP 1.2
     */
    public static String contentType(boolean soap12) {
        return soap12 ? "application/soap+xml; charset=UTF-8" : "text/xml; charset=UTF-8";
    }

    /**
     * {@return an envelope in our words}
     *
     * @param soap12 whether it is SOAP 1.2
     * @param status with which it is sent: 415 or 500 when the message itself is at fault, 502, 503 or 504 when its backend is
     */
    public static String plain(boolean soap12, int status) {
        boolean ofMessage = status <= MEDIATION;
        String code = ofMessage ? "Client" : "Server";
        if (soap12) {
            String value = ofMessage ? "Sender" : "Receiver";
            return envelope(
                    true,
                    "<soapenv:Code><soapenv:Value>soapenv:" + value + "</soapenv:Value></soapenv:Code>"
                            + "<soapenv:Reason><soapenv:Text xml:lang=\"en\">" + reason(status)
                            + "</soapenv:Text></soapenv:Reason>");
        }
        return envelope(
                false, "<faultcode>soapenv:" + code + "</faultcode><faultstring>" + reason(status) + "</faultstring>");
    }

    /**
     * {@return the element by which Synapse tells a client of a fault whose message was no SOAP}
     *
     * @param reason in words
     */
    public static String withoutSoap(String reason) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Exception>" + escaped(reason) + "</Exception>";
    }

    /**
     * {@return an envelope around a fault}
     *
     * @param soap12 whether it is SOAP 1.2
     * @param fault what stands in the fault; the prefix {@code soapenv} is bound
     */
    public static String envelope(boolean soap12, String fault) {
        return around(soap12, "<soapenv:Fault>" + fault + "</soapenv:Fault>");
    }

    /** {@return an envelope around content, for which the prefix {@code soapenv} is bound} */
    public static String around(boolean soap12, String content) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><soapenv:Envelope xmlns:soapenv=\""
                + (soap12 ? SoapNamespaces.SOAP_12 : SoapNamespaces.SOAP_11) + "\"><soapenv:Body>" + content
                + "</soapenv:Body></soapenv:Envelope>";
    }

    /**
     * {@return an envelope in UTF-8 with nothing in it}
     *
     * @param soap12 whether it is SOAP 1.2
     */
    public static byte[] empty(boolean soap12) {
        return around(soap12, "").getBytes(StandardCharsets.UTF_8);
    }

    /**
     * {@return text that may stand in an element or in an attribute; what no XML may hold becomes a question mark}
     */
    public static String escaped(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                default -> {
                    boolean character = c >= 0x20 && (c < 0xD800 || c > 0xDFFF) && c != 0xFFFE && c != 0xFFFF;
                    boolean allowed = character || c == '\n' || c == '\t';
                    safe.appendCodePoint(allowed ? c : '?');
                }
            }
        });
        return safe.toString();
    }

    private static String reason(int status) {
        return switch (status) {
            case 415 -> "The message has a Content-Encoding that cannot be decoded here";
            case MEDIATION -> "The message cannot be mediated";
            case 503 -> "The backend is not asked at the moment, since it failed";
            case 504 -> "The backend did not answer in time";
            default -> "The backend cannot be reached";
        };
    }
}
