package org.busbench.mediation.xml;

/** The bytes of a document that have arrived, and how far they have been read. Confined to the tokenizer's thread. */
abstract class Window {
    /** Where in a document the next token begins. */
    enum Place {
        BEGINNING,
        PROLOG,
        CONTENT,
        EPILOG,
        COMMENT,
        INSTRUCTION,
        CDATA,
        STOPPED
    }

    Place place = Place.STOPPED;
    byte[] in = new byte[0];
    int pos;
    int limit;
    boolean complete;

    private int first;
    private String reason = "nothing was started";

    final void open(byte[] bytes, int from, int to) {
        place = Place.BEGINNING;
        reason = null;
        complete = false;
        in = bytes;
        first = from;
        pos = from;
        limit = to;
    }

    /**
     * More bytes of the document have arrived.
     *
     * @param bytes holds the whole document up to {@code to}; may be another array than before
     * @param from index of the document's first byte
     * @param to index after the last byte that has arrived
     */
    public final void grow(byte[] bytes, int from, int to) {
        moved(from - first);
        pos += from - first;
        in = bytes;
        first = from;
        limit = to;
    }

    /** The document's first byte has another index. */
    abstract void moved(int by);

    /** Nothing will arrive any more. */
    public final void complete() {
        complete = true;
    }

    /**
     * {@return how many bytes of the document have been read}
     */
    public final int bytesRead() {
        return pos - first;
    }

    /**
     * {@return what was odd, or null; the wording of an error is the conforming parser's}
     */
    public final String reason() {
        return reason;
    }

    final Token odd(int at, String what) {
        pos = at;
        reason = what;
        place = Place.STOPPED;
        return Token.ODD;
    }

    final Token starved() {
        return complete ? odd(pos, "the document ends too early") : Token.NEED_MORE;
    }
}
