package org.busbench.harness.verify;

import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How the backend frames its answer to a message. The message's nonce decides: an odd one is answered in chunks, an even one in one piece with its
 * length ({@code docs/measuring.md}, rule 2).
 */
enum BackendFraming {
    FIXED,
    CHUNKED;

    /** A fresh random nonce to which the backend answers in this framing. */
    String nonce() {
        long random = ThreadLocalRandom.current().nextLong();
        return String.format("%016x", this == CHUNKED ? random | 1 : random & ~1);
    }

    BackendFraming other() {
        return this == CHUNKED ? FIXED : CHUNKED;
    }

    /** The fault of an answer that comes from the backend itself. */
    Optional<String> fault(Answer answer) {
        if (answer.isChunked() == (this == CHUNKED)) {
            return Optional.empty();
        }
        return Optional.of(
                answer.isChunked()
                        ? "an even nonce is answered in chunks, instead of with a length"
                        : "an odd nonce is answered with a length, instead of in chunks");
    }

    /** The reason, with the framing of the backend's answer where that matters. */
    String tell(String reason) {
        return this == CHUNKED ? reason + "; the backend answered in chunks" : reason;
    }

    String file(String name) {
        return this == CHUNKED ? name + "-chunked" : name;
    }
}
