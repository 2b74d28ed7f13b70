package org.busbench.mediation.xml;

/** The namespaces of SOAP envelopes. */
public final class SoapNamespaces {
    /** The namespace of SOAP 1.1. */
    public static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";
    /** The namespace of SOAP 1.2. */
    public static final String SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";

    private SoapNamespaces() {}

    /** Whether a namespace is one of them. */
    public static boolean contains(String namespace) {
        return SOAP_11.equals(namespace) || SOAP_12.equals(namespace);
    }
}
