package org.busbench.mediation.fastlane;

import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.busbench.mediation.soap.FaultText;

/**
 * A fault that Synapse's {@code makefault} describes.
 *
 * @param code null for one that is no SOAP: an element with the reason takes the place of the content
 * @param node the node that failed, or null; SOAP 1.2 only
 * @param role the role in which it failed, or null
 * @param detail well-formed content of an XML element, or null
 */
public record FaultTemplate(SoapVersion version, Code code, Value reason, URI node, URI role, String detail) {

    /**
     * A qualified name.
     *
     * @param prefix empty for none; {@code soapenv} is the prefix of the envelope
     * @param namespace of the prefix; null when the envelope has bound it already
     * @param local the name without prefix
     */
    public record Code(String prefix, String namespace, Value local) {

        public Code {
            Objects.requireNonNull(prefix, "prefix");
            Objects.requireNonNull(local, "local");
        }

        private String qualified(String value) {
            return prefix.isEmpty() ? value : prefix + ":" + value;
        }

        private String declaration() {
            return namespace == null ? "" : " xmlns:" + prefix + "=\"" + FaultText.escaped(namespace) + "\"";
        }
    }

    /** Version and reason are required. */
    public FaultTemplate {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(reason, "reason");
    }

    List<Value> values() {
        return code == null ? List.of(reason) : List.of(code.local(), reason);
    }

    /** Returns an envelope with this fault, for a message for which code and reason have these values. */
    String envelope(boolean soap12, String localCode, String reasonText) {
        if (code == null) {
            return FaultText.around(soap12, element("Exception", "", reasonText));
        }
        String name = code.qualified(localCode);
        if (soap12) {
            return FaultText.envelope(
                    true,
                    "<soapenv:Code>" + element("soapenv:Value", code.declaration(), name) + "</soapenv:Code>"
                            + "<soapenv:Reason>" + element("soapenv:Text", " xml:lang=\"en\"", reasonText)
                            + "</soapenv:Reason>"
                            + (node == null ? "" : element("soapenv:Node", "", node))
                            + (role == null ? "" : element("soapenv:Role", "", role))
                            + (detail == null ? "" : "<soapenv:Detail>" + detail + "</soapenv:Detail>"));
        }
        return FaultText.envelope(
                false,
                element("faultcode", code.declaration(), name)
                        + element("faultstring", "", reasonText)
                        + (role == null ? "" : element("faultactor", "", role))
                        + (detail == null ? "" : "<detail>" + detail + "</detail>"));
    }

    private static String element(String name, String attribute, Object content) {
        return "<" + name + attribute + ">" + FaultText.escaped(content.toString()) + "</" + name + ">";
    }
}
