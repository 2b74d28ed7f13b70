package org.busbench.mediation.fastlane;

import org.busbench.mediation.compile.Fault;
import org.busbench.mediation.soap.FaultText;

/** The text of a fault that the configuration describes. */
final class SoapFault {

    private SoapFault() {}

    /** An envelope; code and reason are what their values are for this message. */
    static String of(boolean soap12, Fault fault, String code, String reason) {
        String name = prefixed(fault.code(), code);
        if (soap12) {
            String node = fault.node() == null ? "" : text("soapenv:Node", "", fault.node());
            String role = fault.role() == null ? "" : text("soapenv:Role", "", fault.role());
            String detail = fault.detail() == null ? "" : "<soapenv:Detail>" + fault.detail() + "</soapenv:Detail>";
            return FaultText.envelope(
                    true,
                    "<soapenv:Code>" + text("soapenv:Value", declared(fault.code()), name) + "</soapenv:Code>"
                            + "<soapenv:Reason>" + text("soapenv:Text", " xml:lang=\"en\"", reason)
                            + "</soapenv:Reason>" + node + role + detail);
        }
        String role = fault.role() == null ? "" : text("faultactor", "", fault.role());
        String detail = fault.detail() == null ? "" : "<detail>" + fault.detail() + "</detail>";
        return FaultText.envelope(
                false,
                text("faultcode", declared(fault.code()), name) + text("faultstring", "", reason) + role + detail);
    }

    private static String text(String element, String attribute, Object content) {
        return "<" + element + attribute + ">" + FaultText.escaped(content.toString()) + "</" + element + ">";
    }

    private static String declared(Fault.Code code) {
        return code.namespace() == null
                ? ""
                : " xmlns:" + code.prefix() + "=\"" + FaultText.escaped(code.namespace()) + "\"";
    }

    private static String prefixed(Fault.Code code, String local) {
        return code.prefix().isEmpty() ? local : code.prefix() + ":" + local;
    }
}
