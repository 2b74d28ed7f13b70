package org.busbench.mediation.compile;

import java.net.URI;
import java.util.Objects;

/**
 * A SOAP fault that Synapse's {@code makefault} describes.
 *
 * @param version of SOAP
 * @param code its code
 * @param reason for people
 * @param node that failed, or null; SOAP 1.2 only
 * @param role in which it failed, or null
 * @param detail XML that says more, well-formed content of an element, or null
 */
public record Fault(Version version, Code code, Value reason, URI node, URI role, String detail) {

    /** Which SOAP. */
    public enum Version {
        /** SOAP 1.1. */
        SOAP_11,
        /** SOAP 1.2. */
        SOAP_12,
        /** That of the message that failed. */
        OF_THE_MESSAGE
    }

    /**
     * A qualified name.
     *
     * @param prefix of the name, or empty for none; {@code soapenv} is that of the envelope
     * @param namespace that is bound to the prefix, or null when it is bound already
     * @param local the name without the prefix
     */
    public record Code(String prefix, String namespace, Value local) {

        /** There is a name. */
        public Code {
            Objects.requireNonNull(prefix, "prefix");
            Objects.requireNonNull(local, "local");
        }
    }

    /** Version, code and reason are needed. */
    public Fault {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(reason, "reason");
    }
}
