package org.busbench.harness.parity;

/**
 * How a mediator deals with connections on one of its sides.
 *
 * @param httpVersion of its own messages there, {@code HTTP/1.1} for instance; null when none came
 * @param connection what they say under Connection; null when nothing
 * @param keepAlive what they say under Keep-Alive; null when nothing
 * @param messages that were sent one after the other
 * @param connections that they took
 * @param noDelay whether its sockets have TCP_NODELAY; null when it cannot be read
 * @param segments of TCP that carry one message, on average over ten on one connection; null when it cannot be told
 */
public record Side(
        String httpVersion,
        String connection,
        String keepAlive,
        int messages,
        int connections,
        Boolean noDelay,
        Double segments) {}
