package org.busbench.mediation.xpath;

/** The namespaces of SOAP 1.1 and 1.2. */
final class Soap {
    private static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";

    private Soap() {}

    static boolean isNamespace(String namespace) {
        return namespace.equals(SOAP_11) || namespace.equals(SOAP_12);
    }
}
