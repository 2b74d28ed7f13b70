package org.busbench.mutants.job;

import java.nio.charset.StandardCharsets;
import org.busbench.mutants.wire.Response;

/** Makes the mediator's own SOAP 1.1 faults. */
public final class SoapFault {
    private SoapFault() {}

    /**
     * A fault of our own.
     *
     * @param status the HTTP status
     * @param code {@code Client} or {@code Server}
     * @param why in words
     * @return the answer
     */
    public static Response of(int status, String code, String why) {
        String text = why.replaceAll("[^\\x20-\\x7e]", "?")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
        String fault = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><soapenv:Envelope"
                + " xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"><soapenv:Body><soapenv:Fault><faultcode>"
                + "soapenv:" + code + "</faultcode><faultstring>" + text
                + "</faultstring></soapenv:Fault></soapenv:Body></soapenv:Envelope>";
        return Response.of(status, Response.XML, fault.getBytes(StandardCharsets.UTF_8));
    }
}
