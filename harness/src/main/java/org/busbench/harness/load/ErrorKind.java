package org.busbench.harness.load;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Why a response did not count. */
public enum ErrorKind {
    /** No connection came about: refused, unreachable, or not accepted in time. */
    CONNECT,
    /** The connection stood, but no answer came in time. */
    TIMEOUT,
    /** The connection broke without an answer. */
    RESET,
    /** The answer ended before the end that it had declared. */
    CUT,
    /** A complete answer with a status other than 2xx. */
    STATUS,
    /** A complete answer to this request that another backend gave than the one that had to. */
    ROUTE,
    /** A complete answer with somebody else's nonce. */
    FOREIGN,
    /** Any other complete answer with status 2xx that is not the one expected: not transformed, altered, no nonce. */
    CONTENT;

    /**
     * The name as it stands in a record.
     *
     * @return the name in lower case
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The name as people say it.
     *
     * @return in words
     */
    public String words() {
        return switch (this) {
            case CUT -> "cut short";
            case STATUS -> "wrong status";
            case ROUTE -> "wrong route";
            case FOREIGN -> "somebody else's answer";
            case CONTENT -> "wrong content";
            default -> label();
        };
    }

    /** Counts to which errors can be added: every kind, each 0. */
    static Map<ErrorKind, Long> noErrors() {
        Map<ErrorKind, Long> counts = new EnumMap<>(ErrorKind.class);
        for (ErrorKind kind : values()) {
            counts.put(kind, 0L);
        }
        return counts;
    }

    /**
     * Classifies a failed sample by what JMeter wrote about it.
     *
     * @param responseCode the HTTP status, or {@code Non HTTP response code: } and an exception class
     * @param responseMessage the reason phrase, or the exception's message
     * @return the kind
     */
    public static ErrorKind of(String responseCode, String responseMessage) {
        if (isHttpStatus(responseCode)) {
            return responseCode.charAt(0) == '2' ? CONTENT : STATUS;
        }
        String exception = responseCode.substring(responseCode.lastIndexOf('.') + 1);
        return switch (exception) {
            case "ConnectException",
                    "HttpHostConnectException",
                    "ConnectTimeoutException",
                    "ConnectionPoolTimeoutException",
                    "NoRouteToHostException",
                    "UnknownHostException",
                    "PortUnreachableException",
                    "BindException" -> CONNECT;
            case "SocketTimeoutException" -> isConnectTimeout(responseMessage) ? CONNECT : TIMEOUT;
            case "ProtocolException",
                    "ClientProtocolException",
                    "MalformedChunkCodingException",
                    "UnsupportedHttpVersionException" -> CONTENT;
            case "ConnectionClosedException", "TruncatedChunkException", "EOFException" -> CUT;
            default -> RESET;
        };
    }

    private static boolean isConnectTimeout(String message) {
        return message.toLowerCase(Locale.ROOT).contains("connect timed out");
    }

    private static boolean isHttpStatus(String code) {
        return code.length() == 3 && code.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
