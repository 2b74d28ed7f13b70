package org.busbench.mediation.fastlane;

import javax.xml.namespace.QName;
import org.busbench.mediation.compile.Fault;

/** The text of a SOAP fault (SOAP 1.1 section 4.4, SOAP 1.2 part 1 section 5.4). */
final class SoapFault {

    private static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";

    private SoapFault() {}

    /** One in our words; {@code sender} says that the message itself is at fault. */
    static String plain(boolean soap12, boolean sender, String reason) {
        if (soap12) {
            return envelope(SOAP_12, code12("", "soapenv:" + (sender ? "Sender" : "Receiver")) + reason12(reason));
        }
        return envelope(
                SOAP_11,
                "<faultcode>soapenv:" + (sender ? "Client" : "Server") + "</faultcode><faultstring>" + escaped(reason)
                        + "</faultstring>");
    }

    /** As the configuration describes it. */
    static String of(boolean soap12, Fault fault, String reason) {
        if (soap12) {
            String node = fault.node() == null
                    ? ""
                    : "<soapenv:Node>" + escaped(fault.node().toString()) + "</soapenv:Node>";
            String role = fault.role() == null
                    ? ""
                    : "<soapenv:Role>" + escaped(fault.role().toString()) + "</soapenv:Role>";
            String detail = fault.detail() == null ? "" : "<soapenv:Detail>" + fault.detail() + "</soapenv:Detail>";
            return envelope(
                    SOAP_12,
                    code12(declared(fault.code()), name(fault.code())) + reason12(reason) + node + role + detail);
        }
        String role = fault.role() == null
                ? ""
                : "<faultactor>" + escaped(fault.role().toString()) + "</faultactor>";
        String detail = fault.detail() == null ? "" : "<detail>" + fault.detail() + "</detail>";
        return envelope(
                SOAP_11, code11(fault.code()) + "<faultstring>" + escaped(reason) + "</faultstring>" + role + detail);
    }

    private static String code11(QName code) {
        return "<faultcode" + declared(code) + ">" + escaped(name(code)) + "</faultcode>";
    }

    private static String declared(QName code) {
        String prefix = code.getPrefix();
        return prefix.isEmpty() ? "" : " xmlns:" + prefix + "=\"" + escaped(code.getNamespaceURI()) + "\"";
    }

    private static String name(QName code) {
        return code.getPrefix().isEmpty() ? code.getLocalPart() : code.getPrefix() + ":" + code.getLocalPart();
    }

    private static String code12(String declared, String code) {
        return "<soapenv:Code><soapenv:Value" + declared + ">" + escaped(code) + "</soapenv:Value></soapenv:Code>";
    }

    private static String reason12(String reason) {
        return "<soapenv:Reason><soapenv:Text xml:lang=\"en\">" + escaped(reason) + "</soapenv:Text></soapenv:Reason>";
    }

    private static String envelope(String namespace, String fault) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><soapenv:Envelope xmlns:soapenv=\"" + namespace
                + "\"><soapenv:Body><soapenv:Fault>" + fault + "</soapenv:Fault></soapenv:Body></soapenv:Envelope>";
    }

    private static String escaped(String text) {
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
}
