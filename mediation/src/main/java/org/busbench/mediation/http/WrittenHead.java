package org.busbench.mediation.http;

/**
 * A head as it was written on, for messages that come with the same head and go the same way.
 *
 * @param way the route, or the edits, by which it was made; compared by identity
 * @param framing of the body
 * @param persistence of the client's connection, or null
 * @param bytes the text; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record WrittenHead(Object way, Framing framing, HeadWriter.Persistence persistence, byte[] bytes) {
    /** Fits nothing. */
    static final WrittenHead NONE = new WrittenHead(null, Framing.NONE, null, new byte[0]);

    boolean fits(Object otherWay, Framing other, HeadWriter.Persistence otherPersistence) {
        return way == otherWay
                && persistence == otherPersistence
                && framing.kind() == other.kind()
                && framing.length() == other.length();
    }
}
