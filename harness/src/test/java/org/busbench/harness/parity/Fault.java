package org.busbench.harness.parity;

/** What a {@link FixtureMediator} does that it should not; one at a time. */
enum Fault {
    NONE,
    CLOSES_TO_CLIENTS,
    CLOSES_TO_BACKENDS,
    CHUNKS_REQUESTS,
    CHUNKS_ANSWERS,
    BUFFERS_REQUESTS,
    BUFFERS_ANSWERS,
    /** Right, but slow at first: half of a crowd comes late. */
    PAUSES_AT_FIRST,
    DELAYS_ANSWERS,
    DELAYS_REQUESTS,
    RESERIALISES,
    FALSIFIES,
    LEAKS_HOP_HEADERS,
    LEAKS_INTO_ANSWERS,
    DROPS_HEADERS,
    LOGS,
    LETS_FIVE_THROUGH,
    SERVES_FIFTY
}
