package org.busbench.mediation.xml;

/** Reads what is no tag: text, CDATA sections, comments, processing instructions. Confined to the tokenizer's thread. */
abstract class CharacterData extends Window {
    private static final byte[] COMMENT_BEGINS = {'<', '!', '-', '-'};
    private static final byte[] CDATA_BEGINS = {'<', '!', '[', 'C', 'D', 'A', 'T', 'A', '['};

    private Place around;
    private int textFrom;
    private int textTo;
    private int codePoint;

    /**
     * {@return index of the first byte of the text}
     */
    public final int from() {
        return textFrom;
    }

    /**
     * {@return index after the last byte of the text}
     */
    public final int to() {
        return textTo;
    }

    /**
     * {@return the character that a reference or a line end stands for}
     */
    public final int codePoint() {
        return codePoint;
    }

    /** A piece of the text at {@code pos}, where no {@code <} stands. */
    final Token text() {
        int at = pos;
        while (true) {
            at = Bytes.content(in, at, limit);
            if (at == limit || in[at] == '<' || in[at] == '&' || in[at] == '\r') {
                break;
            }
            if (in[at] == ']') {
                int follows = bracket(at);
                if (follows == 0) {
                    break;
                }
                if (follows < 0) {
                    return odd(at, "]]> in text");
                }
                at++;
                continue;
            }
            int length = Characters.length(in, at, limit);
            if (length == Characters.BAD) {
                return odd(at, "no UTF-8, or a character that XML does not allow");
            }
            if (length == Characters.INCOMPLETE) {
                break;
            }
            at += length;
        }
        return at > pos ? piece(at) : special();
    }

    /** 1 when the bracket at {@code at} is text, -1 when it begins {@code ]]>}, 0 when more bytes must tell. */
    private int bracket(int at) {
        if (at + 1 < limit && in[at + 1] != ']') {
            return 1;
        }
        if (at + 2 < limit) {
            return in[at + 2] == '>' ? -1 : 1;
        }
        return 0;
    }

    final Token piece(int to) {
        textFrom = pos;
        textTo = to;
        pos = to;
        return Token.TEXT;
    }

    private Token special() {
        if (pos == limit) {
            return starved();
        }
        if (in[pos] == '\r') {
            return lineEnd();
        }
        if (in[pos] != '&') {
            return starved();
        }
        long reference = References.read(in, pos, limit);
        if (reference == References.INCOMPLETE) {
            return starved();
        }
        if (reference == References.BAD) {
            return odd(pos, "a reference that only a document type could explain");
        }
        codePoint = (int) (reference >>> 32);
        pos += (int) reference;
        return Token.CHARACTER;
    }

    /** CR and CR LF are one LF (XML 1.0 section 2.11). */
    private Token lineEnd() {
        if (pos + 1 == limit) {
            return starved();
        }
        pos += in[pos + 1] == '\n' ? 2 : 1;
        codePoint = '\n';
        return Token.CHARACTER;
    }

    /** A comment, instruction or CDATA section begins at {@code pos}; {@code <!} or {@code <?} stands there. */
    final Token markup() {
        around = place;
        if (in[pos + 1] == '?') {
            return instructionBegins();
        }
        byte[] begins = limit - pos > 2 && in[pos + 2] == '[' && place == Place.CONTENT ? CDATA_BEGINS : COMMENT_BEGINS;
        int common = Math.min(begins.length, limit - pos);
        for (int i = 0; i < common; i++) {
            if (in[pos + i] != begins[i]) {
                return odd(pos, "a document type, or markup that does not exist");
            }
        }
        if (common < begins.length) {
            return starved();
        }
        pos += begins.length;
        place = begins == CDATA_BEGINS ? Place.CDATA : Place.COMMENT;
        return begins == CDATA_BEGINS ? cdata() : comment();
    }

    private Token instructionBegins() {
        int at = pos + 2;
        int length = Characters.nameLength(in, at, limit);
        if (at + length == limit) {
            return starved();
        }
        boolean reserved =
                length == 3 && (in[at] | 0x20) == 'x' && (in[at + 1] | 0x20) == 'm' && (in[at + 2] | 0x20) == 'l';
        byte after = in[at + length];
        if (length == 0 || reserved || (!Characters.isSpace(after) && after != '?')) {
            return odd(pos, "a processing instruction with a target that this tokenizer does not read");
        }
        if (after == '?' && at + length + 1 == limit) {
            return starved();
        }
        if (after == '?' && in[at + length + 1] != '>') {
            return odd(pos, "a processing instruction without a space after its target");
        }
        pos = at + length;
        place = Place.INSTRUCTION;
        return instruction();
    }

    final Token instruction() {
        while (true) {
            Token trouble = skipTo((byte) '?');
            if (trouble != null) {
                return trouble;
            }
            if (pos + 1 == limit) {
                return starved();
            }
            if (in[pos + 1] == '>') {
                pos += 2;
                place = around;
                return Token.INSTRUCTION;
            }
            pos++;
        }
    }

    final Token comment() {
        while (true) {
            Token trouble = skipTo((byte) '-');
            if (trouble != null) {
                return trouble;
            }
            if (limit - pos < 3) {
                return starved();
            }
            if (in[pos + 1] != '-') {
                pos++;
                continue;
            }
            if (in[pos + 2] != '>') {
                return odd(pos, "-- in a comment");
            }
            pos += 3;
            place = around;
            return Token.COMMENT;
        }
    }

    final Token cdata() {
        int start = pos;
        while (true) {
            Token trouble = skipTo((byte) ']');
            if (pos > start && (trouble == null || trouble == Token.NEED_MORE || trouble == Token.CHARACTER)) {
                int to = pos;
                pos = start;
                return piece(to);
            }
            if (trouble == Token.CHARACTER) {
                return lineEnd();
            }
            if (trouble != null) {
                return trouble;
            }
            if (limit - pos < 3) {
                return starved();
            }
            if (in[pos + 1] == ']' && in[pos + 2] == '>') {
                pos += 3;
                place = Place.CONTENT;
                return next();
            }
            pos++;
        }
    }

    /** The next token, from wherever the place is. */
    public abstract Token next();

    /**
     * Moves on over allowed characters to the next {@code stop}: null when it stands at {@code pos}. In a CDATA section it also halts at a CR,
     * with {@link Token#CHARACTER}.
     */
    private Token skipTo(byte stop) {
        while (pos < limit) {
            byte b = in[pos];
            if (b == stop) {
                return null;
            }
            if (b == '\r' && place == Place.CDATA) {
                return Token.CHARACTER;
            }
            int length = Characters.length(in, pos, limit);
            if (length == Characters.BAD) {
                return odd(pos, "no UTF-8, or a character that XML does not allow");
            }
            if (length == Characters.INCOMPLETE) {
                return starved();
            }
            pos += length;
        }
        return starved();
    }
}
