package org.busbench.mediation.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads UTF-8 XML 1.0 with namespaces from bytes that arrive in pieces, and checks the well-formedness of everything that it reads. It never accepts a
 * document that a conforming parser refuses. It rejects what it does not support (document types, other encodings) with {@link Token#REJECTED};
 * {@link ConformingParser} then decides. Names met before, in this document or an earlier one, are recognised by their bytes and cost no allocation.
 *
 * <pre>
 * tokenizer.start(bytes, 0, length);
 * for (Token token = tokenizer.next(); token != Token.END_DOCUMENT; token = tokenizer.next()) { ... }
 * </pre>
 *
 * Confined to one thread, never blocks, and is meant to be used again for the next document. Reading tags, text, comments and skipping all move the same
 * cursor over the same state, so they stand in this one class.
 */
public final class Tokenizer {

    /**
     * What the bytes at the cursor are part of.
     *
     * <pre>
     * BEGINNING    -> PROLOG        after the byte order mark and the XML declaration, if any
     * PROLOG       -> CONTENT       at the root element's start tag
     * CONTENT      -> EPILOG        at the root element's end tag
     * CONTENT      -> CDATA, then back
     * PROLOG, CONTENT, EPILOG -> COMMENT or INSTRUCTION, then back
     * EPILOG       -> STOPPED       at the end of a complete document
     * any          -> STOPPED       when the document is rejected; {@link #reason} then says why
     * </pre>
     */
    private enum State {
        BEGINNING,
        PROLOG,
        CONTENT,
        EPILOG,
        COMMENT,
        INSTRUCTION,
        CDATA,
        STOPPED
    }

    private static final BytePattern COMMENT_BEGINS = new BytePattern("<!--".getBytes(StandardCharsets.US_ASCII));
    private static final BytePattern CDATA_BEGINS = new BytePattern("<![CDATA[".getBytes(StandardCharsets.US_ASCII));
    private static final int MOST_MISSES = 32;
    /** Odd, so that it does not go with the rhythm of a document. */
    private static final int TOKENS_BETWEEN_TRIES = 61;

    private final Limits limits;
    private final SymbolTable symbols;
    private final Attributes attributes;
    private final TagParser parser;
    private SymbolTable.Generation known;

    private State state = State.STOPPED;
    /** The state to which a comment or an instruction returns. */
    private State outer;

    private String reason = "nothing was started";
    private byte[] in = new byte[0];
    private int first;
    private int pos;
    private int limit;
    private boolean complete;

    /** The open elements, from the document on. */
    private Tag[] open = new Tag[32];

    private int depth;
    /** The tag of the element that began or ended last. */
    private Tag last;

    private boolean lastEnded;
    /** Where the start tag that was read last begins. */
    private int tagFrom;
    /** An empty element tag was read as START; its END is due. */
    private boolean selfClosed;

    private int textFrom;
    private int textTo;
    private int codePoint;

    private final TagSequence.Draft draft = new TagSequence.Draft();
    /** So many sequences may miss; each hit, and each that is remembered, is one more. When none may, few tokens try them. */
    private int mayMiss = MOST_MISSES;

    private int untried;

    /** A tokenizer that knows no tag; a document beyond the limits is rejected. */
    public Tokenizer(Limits limits) {
        this(limits, new SymbolTable());
    }

    /** A tokenizer that shares its symbols with the others of its thread. */
    public Tokenizer(Limits limits, SymbolTable symbols) {
        this.limits = limits;
        this.symbols = symbols;
        this.attributes = new Attributes(limits);
        this.parser = new TagParser(limits, attributes);
        this.known = symbols.current();
    }

    /**
     * Begins a document; tags of earlier ones must not be used any more.
     *
     * @param bytes read, never written
     * @param from index of the document's first byte
     * @param to index after the last byte that has arrived
     */
    public void start(byte[] bytes, int from, int to) {
        known = symbols.current();
        parser.use(known);
        state = State.BEGINNING;
        reason = null;
        complete = false;
        in = bytes;
        first = from;
        pos = from;
        limit = to;
        depth = 0;
        open[0] = known.document();
        last = open[0];
        lastEnded = false;
        selfClosed = false;
    }

    /**
     * More bytes of the document have arrived.
     *
     * @param bytes holds the whole document up to {@code to}; may be another array than before
     * @param from index of the document's first byte
     * @param to index after the last byte that has arrived
     */
    public void grow(byte[] bytes, int from, int to) {
        int by = from - first;
        parser.move(by);
        tagFrom += by;
        pos += by;
        in = bytes;
        first = from;
        limit = to;
    }

    /** No more bytes will arrive. */
    public void complete() {
        complete = true;
    }

    /** How many bytes of the document have been read. */
    public int bytesRead() {
        return pos - first;
    }

    /** Why the document was rejected, or null. The message for people is {@link ConformingParser}'s. */
    public String reason() {
        return reason;
    }

    /** A number that changes when {@link Name#id} of earlier documents become invalid. */
    public int generation() {
        return known.number();
    }

    /** The tag of the element that began or ended last. */
    public Tag tag() {
        return last;
    }

    /** Index of the first byte of the start tag that {@link #next} or {@link #read} read last. */
    public int tagFrom() {
        return tagFrom;
    }

    /** The attributes of the element that has just begun, or was read as a whole. */
    public Attributes attributes() {
        return attributes(last, tagFrom);
    }

    /**
     * Reads the attributes of an earlier start tag again. Those that were given before must not be used any more.
     *
     * @param tag one of this document
     * @param from where it begins: {@link #tagFrom} of then, when the bytes have not moved since
     */
    public Attributes attributes(Tag tag, int from) {
        attributes.reread(in, from, limit, tag);
        return attributes;
    }

    /** How many elements are open. The one that just began counts, the one that just ended does not. */
    public int depth() {
        return depth;
    }

    /** Index of the first byte of the text. */
    public int from() {
        return textFrom;
    }

    /** Index after the last byte of the text. */
    public int to() {
        return textTo;
    }

    /** The character for which a reference or a line end stands. */
    public int codePoint() {
        return codePoint;
    }

    /** Reads the next token. */
    public Token next() {
        return switch (state) {
            case CONTENT -> content();
            case BEGINNING -> beginning();
            case PROLOG, EPILOG -> outside();
            case COMMENT -> comment();
            case INSTRUCTION -> instruction();
            case CDATA -> cdata();
            case STOPPED -> reason == null ? Token.END_DOCUMENT : Token.REJECTED;
        };
    }

    private Token reject(int at, String what) {
        pos = at;
        reason = what;
        state = State.STOPPED;
        return Token.REJECTED;
    }

    private Token needMore() {
        return complete ? reject(pos, "the document ends too early") : Token.NEED_MORE;
    }

    // Around the root element

    private Token beginning() {
        int p = pos;
        if (limit - p < 6 && !complete) {
            return Token.NEED_MORE;
        }
        if (limit - p >= 3 && in[p] == (byte) 0xEF && in[p + 1] == (byte) 0xBB && in[p + 2] == (byte) 0xBF) {
            p += 3;
        }
        if (limit - p < 6 && !complete) {
            return Token.NEED_MORE;
        }
        if (XmlDeclaration.begins(in, p, limit)) {
            int end = XmlDeclaration.end(in, p, limit);
            if (end == XmlDeclaration.INCOMPLETE) {
                return needMore();
            }
            if (end == XmlDeclaration.UNSUPPORTED) {
                return reject(p, "an XML declaration that does not say version 1.0 and UTF-8");
            }
            p = end;
        }
        pos = p;
        state = State.PROLOG;
        return outside();
    }

    private Token outside() {
        while (pos < limit && Characters.isSpace(in[pos])) {
            pos++;
        }
        if (pos == limit && state == State.EPILOG && complete) {
            state = State.STOPPED;
            return Token.END_DOCUMENT;
        }
        if (limit - pos < 2) {
            return needMore();
        }
        if (in[pos] != '<') {
            return reject(pos, "text outside the root element");
        }
        byte second = in[pos + 1];
        if (second == '!' || second == '?') {
            return markup();
        }
        return state == State.EPILOG ? reject(pos, "more than one root element") : startTag();
    }

    // Elements

    private Token content() {
        if (selfClosed) {
            selfClosed = false;
            return close();
        }
        int p = pos;
        if (p < limit && in[p] != '<') {
            return text();
        }
        if (limit - p < 2) {
            return needMore();
        }
        byte second = in[p + 1];
        if (second == '/') {
            return endTag();
        }
        return second == '!' || second == '?' ? markup() : startTag();
    }

    private Token startTag() {
        NamespaceScope scope = open[depth].inner;
        Tag guess = lastEnded ? last.afterEnd : last.afterStart;
        boolean guessed = guess != null && guess.isAt(in, pos, limit, scope);
        Tag tag = guessed ? guess : unexpected(guess, scope);
        if (tag != null && !tag.hasAttributes) {
            if (tag != guess) {
                expect(tag);
            }
            return open(tag, pos + tag.length());
        }
        Tag found = parser.read(in, pos, limit, scope, tag);
        if (found == null) {
            return parser.problem() == null ? needMore() : reject(pos, parser.problem());
        }
        if (tag == null) {
            known.latestTag(found);
        }
        if (found != guess) {
            expect(found);
        }
        return open(found, parser.end());
    }

    /** The start tag at the cursor, if it is known, where another one was expected. */
    private Tag unexpected(Tag guess, NamespaceScope scope) {
        Tag instead = guess == null ? null : guess.instead;
        if (instead != null && instead.isAt(in, pos, limit, scope)) {
            return instead;
        }
        Tag found = known.latestTag(in, pos, limit, scope);
        if (found != null && guess != null && found.name == guess.name) {
            guess.instead = found;
            found.instead = guess;
        }
        return found;
    }

    private void expect(Tag next) {
        if (lastEnded) {
            last.afterEnd = next;
        } else {
            last.afterStart = next;
        }
    }

    private Token open(Tag found, int end) {
        if (depth == limits.depth()) {
            return reject(pos, "more than " + limits.depth() + " elements inside one another");
        }
        if (++depth == open.length) {
            open = Arrays.copyOf(open, 2 * depth);
        }
        open[depth] = found;
        last = found;
        lastEnded = false;
        selfClosed = isEmpty(end);
        tagFrom = pos;
        pos = end;
        if (depth == 1) {
            state = State.CONTENT;
        }
        return Token.START;
    }

    /** Whether the start tag that ends there is an empty element tag. */
    private boolean isEmpty(int tagEnd) {
        return in[tagEnd - 2] == '/';
    }

    private Token endTag() {
        BytePattern whole = open[depth].end;
        if (whole.matches(in, pos, limit)) {
            pos += whole.length();
            return close();
        }
        byte[] expected = whole.bytes;
        int name = expected.length - 1;
        int common = Math.min(name, limit - pos);
        if (Arrays.mismatch(in, pos, pos + common, expected, 0, common) >= 0) {
            return reject(pos, "an end tag that does not match its start tag");
        }
        if (common < name) {
            return needMore();
        }
        int p = pos + name;
        while (p < limit && Characters.isSpace(in[p])) {
            p++;
        }
        if (p == limit) {
            return p - pos > limits.tagBytes() ? reject(pos, "an end tag that is too long") : needMore();
        }
        if (in[p] != '>') {
            return reject(pos, "an end tag that does not match its start tag");
        }
        pos = p + 1;
        return close();
    }

    private Token close() {
        last = open[depth--];
        lastEnded = true;
        if (depth == 0) {
            state = State.EPILOG;
        }
        return Token.END;
    }

    /**
     * Reads whole elements at once, as long as each is the one that came here the last time and holds only text that a result may copy as it stands: printable
     * ASCII without {@code <}, {@code >}, {@code &} and a few rare characters. One with attributes is the last: they are {@link #attributes}. Reads nothing
     * otherwise.
     */
    public void read(TextElements into) {
        into.clear();
        if (!isInContent() || depth == limits.depth()) {
            return;
        }
        byte[] bytes = in;
        NamespaceScope scope = open[depth].inner;
        Tag before = null;
        Tag guess = lastEnded ? last.afterEnd : last.afterStart;
        int at = pos;
        int from = beginning(guess, at, scope);
        while (from > 0 && into.hasRoom()) {
            int to = SwarScanner.VERBATIM.end(bytes, from, limit);
            Tag.Turn turn = guess.turn;
            boolean turns = turn != null && turn.matches(bytes, to, limit);
            if (!turns && !guess.end.matches(bytes, to, limit)) {
                break;
            }
            into.add(guess, at, from, to);
            at = to + guess.end.length();
            before = guess;
            if (turns) {
                guess = turn.next;
                from = to + turn.length();
            } else if (before.hasAttributes) {
                break;
            } else {
                guess = before.afterEnd;
                from = beginning(guess, at, scope);
                if (from > 0) {
                    before.turn(guess);
                }
            }
        }
        if (at > pos) {
            pos = at;
            last = before;
            lastEnded = true;
            tagFrom = into.tagFrom(into.count() - 1);
        }
        into.areAll = open[depth].end.matches(bytes, at, limit);
    }

    /** Index after the start tag at {@code at} if it is that one under that scope, and no empty element tag; else -1. */
    private int beginning(Tag guess, int at, NamespaceScope scope) {
        int end = guess != null && guess.outer == scope ? endOf(guess, at) : -1;
        return end > 0 && !isEmpty(end) ? end : -1;
    }

    /** Index after the start tag at {@code at} if it is that one, whatever the values of its attributes are; else -1. */
    private int endOf(Tag guess, int at) {
        if (!guess.matches(in, at, limit)) {
            return -1;
        }
        if (!guess.hasAttributes) {
            return at + guess.length();
        }
        return parser.read(in, at, limit, guess.outer, guess) == guess ? parser.end() : -1;
    }

    private boolean isInContent() {
        return state == State.CONTENT && !selfClosed;
    }

    // Text

    /** A piece of the text at the cursor, where no {@code <} stands. */
    private Token text() {
        int at = pos;
        while (true) {
            at = SwarScanner.content(in, at, limit);
            if (at == limit || in[at] == '<' || in[at] == '&' || in[at] == '\r') {
                break;
            }
            if (in[at] == ']') {
                int follows = bracket(at);
                if (follows == 0) {
                    break;
                }
                if (follows < 0) {
                    return reject(at, "]]> in text");
                }
                at++;
                continue;
            }
            int length = Characters.length(in, at, limit);
            if (length == Characters.BAD) {
                return reject(at, "no UTF-8, or a character that XML does not allow");
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

    private Token piece(int to) {
        textFrom = pos;
        textTo = to;
        pos = to;
        return Token.TEXT;
    }

    private Token special() {
        if (pos == limit) {
            return needMore();
        }
        if (in[pos] == '\r') {
            return lineEnd();
        }
        if (in[pos] != '&') {
            return needMore();
        }
        long reference = Characters.reference(in, pos, limit);
        if (reference == Characters.INCOMPLETE_REFERENCE) {
            return needMore();
        }
        if (reference == Characters.BAD_REFERENCE) {
            return reject(pos, "a reference that only a document type could explain");
        }
        codePoint = (int) (reference >>> 32);
        pos += (int) reference;
        return Token.CHARACTER;
    }

    /** CR and CR LF are one LF (XML 1.0 section 2.11). */
    private Token lineEnd() {
        if (pos + 1 == limit) {
            return needMore();
        }
        pos += in[pos + 1] == '\n' ? 2 : 1;
        codePoint = '\n';
        return Token.CHARACTER;
    }

    // Comments, instructions, CDATA sections

    /** {@code <!} or {@code <?} stands at the cursor. */
    private Token markup() {
        outer = state;
        if (in[pos + 1] == '?') {
            return instructionBegins();
        }
        boolean bracket = limit - pos > 2 && in[pos + 2] == '[';
        BytePattern begins = bracket && state == State.CONTENT ? CDATA_BEGINS : COMMENT_BEGINS;
        if (begins.matches(in, pos, limit)) {
            pos += begins.length();
            state = begins == CDATA_BEGINS ? State.CDATA : State.COMMENT;
            return begins == CDATA_BEGINS ? cdata() : comment();
        }
        int arrived = Math.min(begins.length(), limit - pos);
        return Arrays.equals(in, pos, pos + arrived, begins.bytes, 0, arrived)
                ? needMore()
                : reject(pos, "a document type, or markup that does not exist");
    }

    private Token instructionBegins() {
        int at = pos + 2;
        int length = Characters.nameLength(in, at, limit);
        if (at + length == limit) {
            return needMore();
        }
        boolean reserved =
                length == 3 && (in[at] | 0x20) == 'x' && (in[at + 1] | 0x20) == 'm' && (in[at + 2] | 0x20) == 'l';
        byte after = in[at + length];
        if (length == 0 || reserved || (!Characters.isSpace(after) && after != '?')) {
            return reject(pos, "a processing instruction with a target that this tokenizer does not read");
        }
        if (after == '?' && at + length + 1 == limit) {
            return needMore();
        }
        if (after == '?' && in[at + length + 1] != '>') {
            return reject(pos, "a processing instruction without a space after its target");
        }
        pos = at + length;
        state = State.INSTRUCTION;
        return instruction();
    }

    private Token instruction() {
        while (true) {
            Token trouble = skipTo(SwarScanner.INSTRUCTION, (byte) '?');
            if (trouble != null) {
                return trouble;
            }
            if (pos + 1 == limit) {
                return needMore();
            }
            if (in[pos + 1] == '>') {
                pos += 2;
                state = outer;
                return Token.INSTRUCTION;
            }
            pos++;
        }
    }

    private Token comment() {
        while (true) {
            Token trouble = skipTo(SwarScanner.COMMENT, (byte) '-');
            if (trouble != null) {
                return trouble;
            }
            if (limit - pos < 3) {
                return needMore();
            }
            if (in[pos + 1] != '-') {
                pos++;
                continue;
            }
            if (in[pos + 2] != '>') {
                return reject(pos, "-- in a comment");
            }
            pos += 3;
            state = outer;
            return Token.COMMENT;
        }
    }

    private Token cdata() {
        int start = pos;
        while (true) {
            Token trouble = skipTo(SwarScanner.CDATA, (byte) ']');
            boolean hasArrived = trouble == null && limit - pos >= 3;
            if (hasArrived && (in[pos + 1] != ']' || in[pos + 2] != '>')) {
                pos++;
                continue;
            }
            if (pos > start && trouble != Token.REJECTED) {
                int to = pos;
                pos = start;
                return piece(to);
            }
            if (trouble != null) {
                return trouble == Token.CHARACTER ? lineEnd() : trouble;
            }
            if (!hasArrived) {
                return needMore();
            }
            pos += 3;
            state = State.CONTENT;
            return next();
        }
    }

    /** Moves over allowed characters to the next {@code stop} and returns null. In a CDATA section it also halts at a CR, with {@link Token#CHARACTER}. */
    private Token skipTo(SwarScanner plain, byte stop) {
        pos = plain.varyingEnd(in, pos, limit);
        while (pos < limit && in[pos] != stop) {
            if (in[pos] == '\r' && state == State.CDATA) {
                return Token.CHARACTER;
            }
            int length = Characters.length(in, pos, limit);
            if (length == Characters.BAD) {
                return reject(pos, "no UTF-8, or a character that XML does not allow");
            }
            if (length == Characters.INCOMPLETE) {
                return needMore();
            }
            pos = length == 1 ? plain.varyingEnd(in, pos + 1, limit) : plain.wordsEnd(in, pos + length, limit);
        }
        return pos < limit ? null : needMore();
    }

    // Skipping: all checks, but no tokens

    /**
     * Reads on, with all checks, to the end of an element or to its first child with a name that is not ignorable; with {@link NameSet#deep} names, to
     * the first such element at any depth in it. Call it again after {@link Token#NEED_MORE}.
     *
     * @param until how many elements are open around that element; less than {@link #depth}
     * @return {@link Token#END} of the element, {@link Token#START} of such an element, {@link Token#NEED_MORE} or {@link Token#REJECTED}
     */
    public Token skip(int until, NameSet ignorable) {
        while (true) {
            if (isInContent() && (mayMiss > 0 || ++untried == TOKENS_BETWEEN_TRIES)) {
                untried = 0;
                skipKnown(until, ignorable);
            }
            Token token = next();
            if (token == Token.NEED_MORE
                    || token == Token.REJECTED
                    || (token == Token.END && depth == until)
                    || (token == Token.START
                            && (depth == until + 2 || ignorable.isDeep())
                            && !ignorable.contains(last.name))) {
                return token;
            }
        }
    }

    /**
     * Skips what came in the same order before: plain text, and whole sequences of tags between two texts. Halts at the latest before the last end tag, or
     * before the child that is not ignorable.
     */
    private void skipKnown(int until, NameSet ignorable) {
        byte[] bytes = in;
        int to = limit;
        Tag[] around = open;
        int most = mostOpen();
        int at = pos;
        int inside = depth;
        Tag innermost = around[inside];
        TagSequence skipped = null;
        int hits = 0;
        while (at < to) {
            // Tags mostly follow short texts, and a look at one byte costs less than one at eight.
            if (bytes[at] != '<') {
                at = SwarScanner.content(bytes, at, to);
            }
            TagSequence sequence = innermost.sequences;
            int end = -1;
            while (sequence != null
                    && !((end = sequence.end(bytes, at, to)) > 0
                            && sequence.isIgnorable(inside, until, ignorable)
                            && sequence.fits(around, inside, most))) {
                sequence = sequence.other;
            }
            if (sequence == null) {
                halt(at, inside, skipped, hits);
                hits = 0;
                mayMiss = Math.max(0, mayMiss - 1);
                if ((!skipKnownTags(until, ignorable) && !skipContent()) || mayMiss == 0) {
                    return;
                }
                skipped = null;
                at = pos;
                inside = depth;
                innermost = around[inside];
            } else {
                at = end;
                hits++;
                inside = sequence.apply(around, inside);
                innermost = sequence.ended ? around[inside] : sequence.last;
                skipped = sequence;
            }
        }
        halt(at, inside, skipped, hits);
    }

    private void halt(int at, int inside, TagSequence skipped, int hits) {
        mayMiss = Math.min(MOST_MISSES, mayMiss + hits);
        pos = at;
        depth = inside;
        if (skipped != null) {
            last = skipped.last;
            lastEnded = skipped.ended;
        }
    }

    private boolean skipContent() {
        int to = SwarScanner.content(in, pos, limit);
        boolean skipped = to > pos;
        pos = to;
        return skipped;
    }

    /** Skips known tags one by one, end tags before start tags, and remembers them as a sequence; false when there is none. */
    private boolean skipKnownTags(int until, NameSet ignorable) {
        int from = pos;
        draft.begin();
        boolean whole = false;
        int at = from;
        while (!whole && at < limit && in[at] == '<') {
            BytePattern end = open[depth].end;
            if (draft.mayClose() && depth - 1 > until && end.matches(in, at, limit)) {
                draft.close(open[depth]);
                last = open[depth--];
                lastEnded = true;
                pos = at + end.length();
            } else if (draft.isFull() || (draft.opens() && end.matches(in, at, limit))) {
                whole = true;
                break;
            } else {
                Tag guess = lastEnded ? last.afterEnd : last.afterStart;
                int to = isExpected(guess, until, ignorable) ? endOf(guess, at) : -1;
                if (to < 0) {
                    break;
                }
                boolean kept = !guess.hasAttributes || keepsValues();
                if (!kept) {
                    remember(from);
                }
                whole = skipStart(guess, to);
                if (!kept) {
                    return true;
                }
            }
            at = pos;
            while (at < limit && (in[at] == ' ' || in[at] == '\n' || in[at] == '\t')) {
                at++;
            }
            whole |= at < limit && in[at] != '<';
        }
        if (whole) {
            remember(from);
        }
        return pos > from;
    }

    private boolean isExpected(Tag guess, int until, NameSet ignorable) {
        return guess != null
                && guess.outer == open[depth].inner
                && depth < mostOpen()
                && ((depth > until + 1 && !ignorable.isDeep()) || ignorable.contains(guess.name));
    }

    /** So many elements may be open without more room for them. */
    private int mostOpen() {
        return Math.min(limits.depth(), open.length - 1);
    }

    /** Takes the values of the tag that was read last for the sequence; false when they cannot be part of one. */
    private boolean keepsValues() {
        int count = attributes.count();
        boolean plain = attributes.areAsExpected() && draft.hasRoom(count);
        for (int i = 0; plain && i < count; i++) {
            plain = attributes.isVerbatim(i);
        }
        for (int i = 0; plain && i < count; i++) {
            draft.value(attributes.written(i), attributes.from(i), attributes.to(i));
        }
        return plain;
    }

    /** Returns whether the start tag that ends there is an empty element tag. */
    private boolean skipStart(Tag guess, int end) {
        boolean empty = isEmpty(end);
        draft.open(guess, empty);
        pos = end;
        last = guess;
        lastEnded = empty;
        if (!empty) {
            open[++depth] = guess;
        }
        return empty;
    }

    /** Remembers the tags that were skipped since then. */
    private void remember(int from) {
        Tag around = open[depth - draft.depth()];
        Tag innermost = draft.innermost(around);
        if (pos > from && draft.isShort(pos - from) && known.admitsSequence(innermost)) {
            TagSequence sequence = draft.sequence(in, from, pos, around);
            sequence.other = innermost.sequences;
            innermost.sequences = sequence;
            mayMiss = Math.min(MOST_MISSES, mayMiss + 1);
        }
    }
}
