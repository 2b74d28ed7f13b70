package org.busbench.common;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * Why a response did not count. Each request that is neither verified nor unfinished has exactly one. Records, logs and
 * {@code docs/results.md} name a class by its {@link #key}.
 */
public enum ErrorClass {
    /** No connection came about: refused, unreachable, not accepted in time, or no TLS agreed on. */
    CONNECT,
    /** The connection stood, but the response was not complete in time. */
    TIMEOUT,
    /** The connection broke, or ended before the first byte of the response. */
    RESET,
    /** The response ended before its declared end. */
    CUT,
    /** A complete response with an unexpected status. */
    STATUS,
    /** A complete response with the right nonce from the wrong backend. */
    ROUTE,
    /** A complete response with the nonce of another request. */
    FOREIGN,
    /** Any other response that is not the expected one: not transformed, altered, without a nonce, or not HTTP. */
    CONTENT;

    /** The word used in records, for example {@code timeout}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The name for people. */
    public String words() {
        return switch (this) {
            case CUT -> "cut short";
            case STATUS -> "wrong status";
            case ROUTE -> "wrong route";
            case FOREIGN -> "somebody else's answer";
            case CONTENT -> "wrong content";
            default -> key();
        };
    }

    /** Every class with the count 0, in a new map to which errors can be added. */
    public static Map<ErrorClass, Long> none() {
        Map<ErrorClass, Long> counts = new EnumMap<>(ErrorClass.class);
        for (ErrorClass each : values()) {
            counts.put(each, 0L);
        }
        return counts;
    }

    /** The exception that JMeter's own HTTP sampler would name, so that its readers understand our logs. */
    public String exception() {
        return switch (this) {
            case CONNECT -> "java.net.ConnectException";
            case TIMEOUT -> "java.net.SocketTimeoutException";
            case RESET -> "java.net.SocketException";
            case CUT -> "org.apache.http.ConnectionClosedException";
            case STATUS, ROUTE, FOREIGN, CONTENT -> "org.apache.http.ProtocolException";
        };
    }

    /**
     * Classifies a failed sample by JMeter's own words.
     *
     * @param responseCode the HTTP status, or {@code Non HTTP response code: } and an exception class
     * @param responseMessage the reason phrase, or the exception's message
     */
    public static ErrorClass of(String responseCode, String responseMessage) {
        if (responseCode.matches("[0-9]{3}")) {
            return responseCode.startsWith("2") ? CONTENT : STATUS;
        }
        return switch (responseCode.substring(responseCode.lastIndexOf('.') + 1)) {
            case "ConnectException",
                    "HttpHostConnectException",
                    "ConnectTimeoutException",
                    "ConnectionPoolTimeoutException",
                    "NoRouteToHostException",
                    "UnknownHostException",
                    "PortUnreachableException",
                    "BindException" -> CONNECT;
            case "SocketTimeoutException" ->
                responseMessage.toLowerCase(Locale.ROOT).contains("connect timed out") ? CONNECT : TIMEOUT;
            case "ProtocolException",
                    "ClientProtocolException",
                    "MalformedChunkCodingException",
                    "UnsupportedHttpVersionException" -> CONTENT;
            case "ConnectionClosedException", "TruncatedChunkException", "EOFException" -> CUT;
            default -> RESET;
        };
    }
}
