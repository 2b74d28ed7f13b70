package org.busbench.harness.parity;

import org.busbench.common.http.MessageParser.Framing;

/**
 * How the backend's stand-in answers for now.
 *
 * @param bytes of the body at least
 * @param gate stands before the whole answer
 * @param between stands between the halves of the answer; null for one in one piece
 */
record AnswerForm(Framing framing, int bytes, String headers, ReleaseLatch gate, ReleaseLatch between) {
    private static final int SMALL = 500;

    /** A small one with its length, at once. */
    static AnswerForm plain() {
        return new AnswerForm(Framing.FIXED, SMALL, "", ReleaseLatch.opened(), null);
    }

    static AnswerForm chunked() {
        return new AnswerForm(Framing.CHUNKED, SMALL, "", ReleaseLatch.opened(), null);
    }

    /** A small one with its length and further headers, at once. */
    static AnswerForm with(String headers) {
        return new AnswerForm(Framing.FIXED, SMALL, headers, ReleaseLatch.opened(), null);
    }

    /** A small one with its length, when a gate is opened. */
    static AnswerForm behind(ReleaseLatch gate) {
        return new AnswerForm(Framing.FIXED, SMALL, "", gate, null);
    }

    /** A large one with its length, whose second half goes when a gate is opened. */
    static AnswerForm halved(int bytes, ReleaseLatch between) {
        return new AnswerForm(Framing.FIXED, bytes, "", ReleaseLatch.opened(), between);
    }
}
