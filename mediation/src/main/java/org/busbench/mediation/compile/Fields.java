package org.busbench.mediation.compile;

import java.util.Locale;
import java.util.Set;

/** Header fields that a sequence may change. */
final class Fields {

    /** Those that belong to one connection, that say how the message is framed, or that the engine's transport writes itself. */
    private static final Set<String> NOT_OURS = Set.of(
            "connection",
            "content-encoding",
            "content-length",
            "content-type",
            "date",
            "host",
            "keep-alive",
            "server",
            "soapaction",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "user-agent");

    private Fields() {}

    /** The name of a field that may be set or removed. */
    static String changeable(String name) throws NotKnown {
        if (NOT_OURS.contains(name.toLowerCase(Locale.ROOT)) || !name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+")) {
            throw new NotKnown("the header field '" + name + "' is changed");
        }
        return name;
    }

    /** A field that is set to the same value for each message. */
    static Field set(String name, String value) throws NotKnown {
        if (name.equalsIgnoreCase("Expect")) {
            throw new NotKnown("the header field 'Expect' is set");
        }
        if (value.chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw new NotKnown("the value of '" + name + "' cannot stand in a header field");
        }
        return new Field(name, value);
    }
}
