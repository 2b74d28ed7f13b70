package org.busbench.reports.run;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Why a response did not count; the classes of a record, see {@code docs/result-schema.md}. */
public enum ErrorClass {
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
     * The word used in a record.
     *
     * @return for example {@code timeout}
     */
    public String key() {
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
            default -> key();
        };
    }

    /**
     * Counts to which errors can be added.
     *
     * @return every class, each 0
     */
    public static Map<ErrorClass, Long> none() {
        Map<ErrorClass, Long> counts = new EnumMap<>(ErrorClass.class);
        for (ErrorClass each : values()) {
            counts.put(each, 0L);
        }
        return counts;
    }

    /**
     * Classifies a failed sample by JMeter's own words.
     *
     * @param responseCode the HTTP status, or {@code Non HTTP response code: } and an exception class
     * @param responseMessage the reason phrase, or the exception's message
     * @return its class
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
