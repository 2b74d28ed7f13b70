package org.busbench.harness.parity;

/**
 * How a mediator passes messages on, requests or answers.
 *
 * @param fixed framing behind it of a body with a length: {@code fixed}, {@code chunked}, {@code close} or {@code none}
 * @param chunked framing behind it of a body in chunks
 * @param streams whether the first half of a large body is passed on while the second is missing
 * @param body {@code identical} to the byte, {@code equal} as XML, {@code different}, or {@code transformed} as it must be
 * @param headers what becomes of them
 */
public record Direction(String fixed, String chunked, Boolean streams, String body, HeaderChanges headers) {
    Direction withStreams(Boolean found) {
        return new Direction(fixed, chunked, found, body, headers);
    }
}
