package org.busbench.harness.scenario;

import java.net.URI;

/**
 * A path with places for the nonce and for the size of the message, <code>/get/${size}/${nonce}</code>. A URI has no braces, so
 * there the placeholders are percent-encoded until a request is made.
 */
public final class RequestPath {
    private static final String NONCE = "${" + Scenario.NONCE + "}";
    private static final String SIZE = "${" + Scenario.SIZE + "}";

    private RequestPath() {}

    private static String encoded(String placeholder) {
        return placeholder.replace("$", "%24").replace("{", "%7B").replace("}", "%7D");
    }

    /**
     * The address that a text says.
     *
     * @throws IllegalArgumentException when it is no URI
     */
    public static URI address(String text) {
        return URI.create(text.replace(NONCE, encoded(NONCE)).replace(SIZE, encoded(SIZE)));
    }

    public static URI filled(URI address, String size, String nonce) {
        String text = address.toString();
        return text.contains(encoded(NONCE)) || text.contains(encoded(SIZE))
                ? URI.create(text.replace(encoded(NONCE), nonce).replace(encoded(SIZE), size))
                : address;
    }

    /** An address, or a part of one, for people and for plans: with the placeholders. */
    public static String shown(String encoded) {
        return encoded.replace(encoded(NONCE), NONCE).replace(encoded(SIZE), SIZE);
    }

    public static String shown(String encoded, String size) {
        return shown(encoded).replace(SIZE, size);
    }
}
