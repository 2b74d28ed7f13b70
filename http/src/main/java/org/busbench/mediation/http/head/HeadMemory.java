package org.busbench.mediation.http.head;

/**
 * What is known of a head from messages before that came with the same bytes. Clients and backends mostly repeat themselves: to compare some hundred
 * bytes costs a tenth of reading and writing them anew. For the loop's thread.
 */
final class HeadMemory {
    private boolean recalls;
    private boolean repeated;
    private Object derived;
    private Written written = Written.NONE;

    /**
     * A head as it was written for the next hop, for messages that come with the same head and are changed in the same way.
     *
     * @param changes the rewrite, or the edits, by which it was made; compared by identity
     * @param persistence of the client's connection, or null
     * @param bytes the text; not to be changed
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Written(Object changes, Framing framing, Persistence persistence, byte[] bytes) {
        /** Fits nothing. */
        static final Written NONE = new Written(null, Framing.NONE, null, new byte[0]);

        boolean fits(Object otherChanges, Framing other, Persistence otherPersistence) {
            return changes == otherChanges
                    && persistence == otherPersistence
                    && framing.kind() == other.kind()
                    && framing.length() == other.length();
        }
    }

    void forget() {
        recalls = false;
        repeated = false;
        derived = null;
        written = Written.NONE;
    }

    /** The head was read to its end, and nothing is wrong with it. */
    void keep() {
        recalls = true;
    }

    /** Returns whether a whole and sound head is kept. */
    boolean recalls() {
        return recalls;
    }

    /** Notes that the same head has come again. */
    void repeat() {
        repeated = true;
    }

    boolean isRepeated() {
        return repeated;
    }

    Object derived() {
        return derived;
    }

    void derive(Object something) {
        derived = something;
    }

    /** Returns how the head was written on last. */
    Written written() {
        return written;
    }

    void written(Written how) {
        written = how;
    }
}
