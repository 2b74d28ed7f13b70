package org.busbench.backend.wire;

/** What a response's body is. */
enum MediaType {
    /** SOAP messages and the WSDL. */
    XML("text/xml; charset=UTF-8"),
    /** The counters. */
    JSON("application/json"),
    /** One line that says what was wrong. */
    TEXT("text/plain; charset=UTF-8");

    private final String value;

    MediaType(String value) {
        this.value = value;
    }

    /** Returns the value of the Content-Type header. */
    String value() {
        return value;
    }
}
