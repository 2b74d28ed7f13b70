package org.busbench.mediation.http;

/**
 * What is known of a head from messages before that came with the same bytes. Clients and backends mostly repeat themselves: to compare some hundred
 * bytes costs a tenth of reading and writing them anew. For the loop's thread.
 */
final class HeadMemory {
    private boolean recalls;
    private boolean repeated;
    private Object derived;
    private WrittenHead written = WrittenHead.NONE;

    void forget() {
        recalls = false;
        repeated = false;
        derived = null;
        written = WrittenHead.NONE;
    }

    /** The head was read to its end, and nothing is wrong with it. */
    void keep() {
        recalls = true;
    }

    /** Returns whether a whole and sound head is kept. */
    boolean recalls() {
        return recalls;
    }

    /** The same head has come again. */
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
    WrittenHead written() {
        return written;
    }

    void written(WrittenHead how) {
        written = how;
    }
}
