package org.busbench.reports.jtl;

import java.util.Locale;
import java.util.Map;
import org.busbench.reports.run.ErrorCounts;

/** Why a sample did not count; the classes of a record, see {@code docs/result-schema.md}. */
public enum ErrorClass {
    /** No connection came about. */
    CONNECT,
    /** No answer in time. */
    TIMEOUT,
    /** The connection broke. */
    RESET,
    /** The answer ended before its declared end. */
    CUT,
    /** A status that is not the expected one. */
    STATUS,
    /** Own nonce, wrong backend. */
    ROUTE,
    /** Somebody else's nonce. */
    FOREIGN,
    /** Anything else that is not the expected answer. */
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

    /** Counts by class as a record has them; one that is not there is 0. */
    static ErrorCounts counts(Map<ErrorClass, Long> counts) {
        return new ErrorCounts(
                counts.getOrDefault(CONNECT, 0L),
                counts.getOrDefault(TIMEOUT, 0L),
                counts.getOrDefault(RESET, 0L),
                counts.getOrDefault(CUT, 0L),
                counts.getOrDefault(STATUS, 0L),
                counts.getOrDefault(ROUTE, 0L),
                counts.getOrDefault(FOREIGN, 0L),
                counts.getOrDefault(CONTENT, 0L));
    }
}
