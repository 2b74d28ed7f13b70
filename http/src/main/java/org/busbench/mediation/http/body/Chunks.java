package org.busbench.mediation.http.body;

import java.util.List;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.head.BadMessageException;
import org.busbench.mediation.http.head.Octets;

/**
 * Follows the framing of a chunked body (RFC 9112 section 7.1), extensions and trailers included. The bytes go on as they are, but for
 * the whitespace around extensions, and trailers where they do not. Refused is everything that is not in the grammar: sizes that are no plain hexadecimal number, extensions without a name, bare CR or LF, space
 * before a colon. Refused are trailers, too, that say where a message ends or goes (RFC 9110 section 6.5.1): a receiver that merges them
 * into the head would read another message.
 */
final class Chunks {
    private static final int MOST_DIGITS = 15;
    private static final List<String> HEAD_ALONE = List.of(
            "connection",
            "content-length",
            "host",
            "keep-alive",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");
    /** Hashes of the names: a name is known without its bytes, which have gone on. A field that shares a hash is refused, too. */
    private static final long[] HEAD_ALONE_HASHES =
            HEAD_ALONE.stream().mapToLong(Chunks::hash).toArray();

    private final int mostExtraBytes;
    private final boolean trailers;
    private State state = State.SIZE;
    private long size;
    private int digits;
    private int extraBytes;
    private long nameHash;

    /** Takes the bound for trailers, and for the extensions of one chunk, in bytes; and whether trailers go on. */
    Chunks(int mostExtraBytes, boolean trailers) {
        this.mostExtraBytes = mostExtraBytes;
        this.trailers = trailers;
    }

    private enum State {
        SIZE,
        /** Behind a space that another extension must follow. */
        SPACE,
        EXTENSION,
        EXTENSION_NAME,
        NAME_END,
        EXTENSION_VALUE,
        TOKEN,
        QUOTED,
        ESCAPED,
        VALUE_END,
        SIZE_LF,
        DATA,
        DATA_CR,
        DATA_LF,
        TRAILER_START,
        TRAILER_NAME,
        TRAILER_VALUE,
        TRAILER_LF,
        LAST_LF,
        DONE
    }

    boolean isDone() {
        return state == State.DONE;
    }

    /** Reads on; returns the index of the first byte that does not belong to the body. */
    int read(Slice slice, int from, DataRanges ranges) throws BadMessageException {
        int at = from;
        int end = slice.length();
        while (at < end && state != State.DONE) {
            if (state == State.DATA) {
                int to = (int) Math.min(end, at + size);
                ranges.add(at, to);
                size -= to - at;
                at = to;
                state = size == 0 ? State.DATA_CR : State.DATA;
            } else {
                boolean endsDropped = isDroppedTrailer();
                state = next(slice.get(at));
                if (isBadSpace(slice.get(at)) || endsDropped || isDroppedTrailer()) {
                    ranges.drop(at);
                }
                at++;
            }
        }
        return at;
    }

    private boolean isDroppedTrailer() {
        return !trailers && (state == State.TRAILER_NAME || state == State.TRAILER_VALUE || state == State.TRAILER_LF);
    }

    /** RFC 9110 section 5.6.3: whitespace that is read for the sake of old senders, and never written. */
    private boolean isBadSpace(byte b) {
        return Octets.isBlank(b)
                && (state == State.SPACE
                        || state == State.EXTENSION
                        || state == State.NAME_END
                        || state == State.EXTENSION_VALUE);
    }

    private State next(byte b) throws BadMessageException {
        return switch (state) {
            case SIZE -> size(b);
            case SPACE, EXTENSION, EXTENSION_NAME, NAME_END, EXTENSION_VALUE, TOKEN, QUOTED, ESCAPED, VALUE_END ->
                extension(extra(b));
            case SIZE_LF -> sizeEnd(b);
            case DATA_CR -> demand(b, '\r', State.DATA_LF);
            case DATA_LF -> demand(b, '\n', State.SIZE);
            case TRAILER_START -> b == '\r' ? State.LAST_LF : nameStart(b);
            case TRAILER_NAME -> extra(b) == ':' ? nameEnd() : name(b);
            case TRAILER_VALUE -> extra(b) == '\r' ? State.TRAILER_LF : State.TRAILER_VALUE;
            case TRAILER_LF -> demand(b, '\n', State.TRAILER_START);
            default -> demand(b, '\n', State.DONE);
        };
    }

    private State sizeEnd(byte b) throws BadMessageException {
        digits = 0;
        extraBytes = 0;
        return demand(b, '\n', size == 0 ? State.TRAILER_START : State.DATA);
    }

    private State size(byte b) throws BadMessageException {
        int digit = Octets.hex(b);
        if (digit >= 0 && digits < MOST_DIGITS) {
            size = 16 * size + digit;
            digits++;
            return State.SIZE;
        }
        if (digits == 0) {
            throw bad("a chunk's size is no number", b);
        }
        return behind(b);
    }

    /** {@code *( BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ] )} */
    private State extension(byte b) throws BadMessageException {
        boolean token = Octets.isToken(b);
        boolean blank = Octets.isBlank(b);
        return switch (state) {
            case SPACE -> blank || b == ';' ? behind(b) : none(b);
            case EXTENSION -> token ? State.EXTENSION_NAME : blank ? state : none(b);
            case EXTENSION_NAME ->
                token ? state : b == '=' ? State.EXTENSION_VALUE : blank ? State.NAME_END : behind(b);
            case NAME_END -> blank ? state : b == '=' ? State.EXTENSION_VALUE : b == ';' ? behind(b) : none(b);
            case EXTENSION_VALUE -> token ? State.TOKEN : b == '"' ? State.QUOTED : blank ? state : none(b);
            case TOKEN -> token ? state : behind(b);
            case QUOTED -> b == '"' ? State.VALUE_END : b == '\\' ? State.ESCAPED : b == '\r' ? none(b) : state;
            case ESCAPED -> b == '\r' ? none(b) : State.QUOTED;
            default -> behind(b);
        };
    }

    private static State none(byte b) throws BadMessageException {
        throw bad("a chunk's extension is not written as one", b);
    }

    /** The state after the byte behind a size or an extension. */
    private static State behind(byte b) throws BadMessageException {
        return switch (b) {
            case '\r' -> State.SIZE_LF;
            case ';' -> State.EXTENSION;
            case ' ', '\t' -> State.SPACE;
            default -> throw bad("a chunk's size or extension does not end", b);
        };
    }

    private State nameStart(byte b) throws BadMessageException {
        nameHash = 0;
        return name(b);
    }

    private State name(byte b) throws BadMessageException {
        if (!Octets.isToken(b)) {
            throw bad("a trailer is no field", b);
        }
        nameHash = hash(nameHash, b);
        return State.TRAILER_NAME;
    }

    private State nameEnd() throws BadMessageException {
        for (int i = 0; i < HEAD_ALONE_HASHES.length; i++) {
            if (nameHash == HEAD_ALONE_HASHES[i]) {
                throw new BadMessageException(400, "a trailer that belongs into the head: " + HEAD_ALONE.get(i));
            }
        }
        return State.TRAILER_VALUE;
    }

    private static long hash(String name) {
        long hash = 0;
        for (int i = 0; i < name.length(); i++) {
            hash = hash(hash, (byte) name.charAt(i));
        }
        return hash;
    }

    private static long hash(long before, byte b) {
        return 31 * before + (b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b);
    }

    private byte extra(byte b) throws BadMessageException {
        if (Octets.isControl(b) && b != '\t' && b != '\r') {
            throw bad("a control character in the framing of a chunk", b);
        }
        extraBytes++;
        if (extraBytes > mostExtraBytes) {
            throw new BadMessageException(431, "more than " + mostExtraBytes + " bytes around a chunk");
        }
        return b;
    }

    private static State demand(byte b, char wanted, State then) throws BadMessageException {
        if (b != wanted) {
            throw bad("a chunk does not end where its size says", b);
        }
        return then;
    }

    private static BadMessageException bad(String reason, byte b) {
        return new BadMessageException(400, reason + ": 0x" + Integer.toHexString(b & 0xff));
    }
}
