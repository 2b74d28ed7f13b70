package org.busbench.mediation.fastlane;

/** The version of SOAP that an endpoint wants or that a fault has. */
public enum SoapVersion {
    /** SOAP 1.1: {@code text/xml}. */
    SOAP_11,
    /** SOAP 1.2: {@code application/soap+xml}. */
    SOAP_12,
    /** Whichever the message has. */
    OF_THE_MESSAGE;

    /** Returns whether a message with this {@code Content-Type} has this version and need not be converted; null has none. */
    public boolean matches(String contentType) {
        return contentType != null
                && ((this != SOAP_12 && isType(contentType, "text/xml"))
                        || (this != SOAP_11 && isType(contentType, "application/soap+xml")));
    }

    private static boolean isType(String contentType, String type) {
        int end = type.length();
        return contentType.regionMatches(true, 0, type, 0, end)
                && (contentType.length() == end || contentType.charAt(end) == ';' || contentType.charAt(end) == ' ');
    }
}
