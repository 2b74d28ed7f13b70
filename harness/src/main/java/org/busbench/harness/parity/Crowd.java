package org.busbench.harness.parity;

/**
 * What came of so many clients at a time, whose messages the backend holds until it has them all.
 *
 * @param concurrency clients, each on a connection of its own
 * @param rounds in each of which every client sends one message
 * @param messages that were sent in all rounds
 * @param answered of these, rightly
 * @param together most messages that were at the backend at one time
 * @param backendConnections open at that moment
 * @param reopened connections to the backend that were opened in later rounds than the first
 * @param reconnected connections of clients that ended, and were opened again
 * @param threads of the mediator's processes at that moment
 */
public record Crowd(
        int concurrency,
        int rounds,
        int messages,
        int answered,
        int together,
        int backendConnections,
        int reopened,
        int reconnected,
        int threads) {}
