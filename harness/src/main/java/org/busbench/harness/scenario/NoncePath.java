package org.busbench.harness.scenario;

import java.net.URI;

/**
 * A path with a place for the nonce, <code>/accounts/${nonce}</code>. A URI has no braces, so there the placeholder is
 * percent-encoded until a request is made.
 */
public final class NoncePath {
    private static final String PLACEHOLDER = "${" + Scenario.NONCE + "}";
    private static final String ENCODED = "%24%7B" + Scenario.NONCE + "%7D";

    private NoncePath() {}

    /**
     * The address that a text says.
     *
     * @throws IllegalArgumentException when it is no URI
     */
    public static URI address(String text) {
        return URI.create(text.replace(PLACEHOLDER, ENCODED));
    }

    /** The address of one request. */
    public static URI filled(URI address, String nonce) {
        String text = address.toString();
        return text.contains(ENCODED) ? URI.create(text.replace(ENCODED, nonce)) : address;
    }

    /** An address, or a part of one, for people and for plans: with the placeholder. */
    public static String shown(String encoded) {
        return encoded.replace(ENCODED, PLACEHOLDER);
    }

    /** Whether requests differ in their paths. */
    static boolean isIn(String path) {
        return path.contains(PLACEHOLDER);
    }
}
