package org.busbench.mediation.compile;

import java.net.URI;
import java.util.Objects;
import javax.xml.namespace.QName;

/**
 * A SOAP fault that Synapse's {@code makefault} describes.
 *
 * @param version of SOAP
 * @param code its code; its prefix stands in SOAP 1.1 messages
 * @param reason for people
 * @param node that failed, or null; SOAP 1.2 only
 * @param role in which it failed, or null
 * @param detail XML that says more, well-formed content of an element, or null
 */
public record Fault(Version version, QName code, Value reason, URI node, URI role, String detail) {

    /** Which SOAP. */
    public enum Version {
        /** SOAP 1.1. */
        SOAP_11,
        /** SOAP 1.2. */
        SOAP_12,
        /** That of the message that failed. */
        OF_THE_MESSAGE
    }

    /** Version, code and reason are needed. */
    public Fault {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(reason, "reason");
    }
}
