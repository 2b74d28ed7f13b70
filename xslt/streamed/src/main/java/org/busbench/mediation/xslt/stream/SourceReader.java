package org.busbench.mediation.xslt.stream;

import org.busbench.mediation.xml.Attributes;
import org.busbench.mediation.xml.Name;
import org.busbench.mediation.xml.TextElements;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;

/**
 * Reads the source from the tokenizer: the element that has just begun, to its end, then the end of the document around it. Puts what the program
 * looks into on the source buffer.
 *
 * <p>Confined to one thread, and is used again for the next message.
 */
final class SourceReader {

    /** The states of the {@link TemplateAutomaton} by their numbers. */
    interface States {

        int child(int state, Name name) throws TreeNeededException;
    }

    private final SourceBuffer source;
    private final States states;
    private final long stripped;
    private Tokenizer tokenizer;
    private int outer;
    private boolean begun;
    private boolean ended;
    private Token current;
    private final TextElements leaves = new TextElements();
    /** How many of them have been handed on. */
    private int taken;

    /** {@code stripped} are the bits of the names of elements that lose texts of white space only. */
    SourceReader(SourceBuffer source, States states, long stripped) {
        this.source = source;
        this.states = states;
        this.stripped = stripped;
    }

    /** Begins with the element whose start tag was read last. */
    void begin(Tokenizer on) {
        tokenizer = on;
        outer = on.depth() - 1;
        begun = false;
        ended = false;
        current = null;
        leaves.clear();
        taken = 0;
    }

    void release() {
        tokenizer = null;
    }

    Tokenizer tokenizer() {
        return tokenizer;
    }

    /** The token that was read last. */
    Token current() {
        return current;
    }

    Token advance() throws TreeNeededException {
        current = read();
        return current;
    }

    private Token read() throws TreeNeededException {
        if (!begun) {
            begun = true;
            if (stripped != 0) {
                refuseXmlSpace();
            }
            return Token.START;
        }
        if (ended) {
            return Token.END;
        }
        Token token = tokenizer.next();
        switch (token) {
            case START -> {
                if (stripped != 0) {
                    refuseXmlSpace();
                }
                return token;
            }
            case TEXT, CHARACTER -> {
                return token;
            }
            case END -> {
                ended = tokenizer.depth() == outer;
                return token;
            }
            default -> throw TreeNeededException.rejected();
        }
    }

    /** {@code xml:space} says what is stripped. */
    private void refuseXmlSpace() throws TreeNeededException {
        Attributes attributes = tokenizer.attributes();
        for (int i = 0; i < attributes.count(); i++) {
            if (attributes.name(i).local().equals("space")) {
                throw new TreeNeededException("an attribute space where white space is stripped");
            }
        }
    }

    /**
     * The text of which the first piece was read last, as one node, or {@link SourceBuffer#NOTHING} when the stylesheet strips it; afterwards what follows it
     * was read last.
     */
    int text(int parent) throws TreeNeededException {
        boolean inPlace = current == Token.TEXT;
        int state = source.state(parent);
        int size = source.size();
        int decoded = source.decoded();
        int node = inPlace ? source.text(tokenizer.from(), tokenizer.to(), state) : source.decodedText(state);
        if (!inPlace) {
            source.append(tokenizer.codePoint());
        }
        advance();
        while (current == Token.TEXT || current == Token.CHARACTER) {
            if (current == Token.TEXT) {
                source.append(tokenizer.from(), tokenizer.to());
            } else {
                source.append(tokenizer.codePoint());
            }
            advance();
        }
        if ((source.bits(parent) & stripped) != 0 && source.isWhitespace(node)) {
            source.cut(size, decoded);
            return SourceBuffer.NOTHING;
        }
        return node;
    }

    TextElements leaves() {
        return leaves;
    }

    /** The index among the {@link #leaves} of the element that comes next, if there is nothing inside but text that needs no escaping; else -1. */
    int nextLeaf() {
        if (taken == leaves.count()) {
            readLeaves();
        }
        return taken < leaves.count() ? taken++ : -1;
    }

    private void readLeaves() {
        taken = 0;
        leaves.clear();
        if (stripped == 0 && begun && !ended) {
            tokenizer.read(leaves);
        }
    }

    /** Whether the element that has just begun holds elements with a text and nothing else; they are the {@link #leaves} then, not handed on. */
    boolean isRecord() {
        readLeaves();
        return leaves.areRecord();
    }

    /** Puts the leaves that come next on the source, and reads what follows. */
    private void advance(int parent) throws TreeNeededException {
        int state = source.state(parent);
        for (int leaf = nextLeaf(); leaf >= 0; leaf = nextLeaf()) {
            source.leaf(leaves, leaf, states.child(state, leaves.tag(leaf).name()), parent);
        }
        advance();
    }

    /** Reads what is inside of an open node, and its end. */
    void fill(int open) throws TreeNeededException {
        int node = open;
        advance(node);
        while (true) {
            if (current == Token.START) {
                int state = states.child(source.state(node), tokenizer.tag().name());
                node = source.open(tokenizer.tag(), state, node);
                advance(node);
            } else if (current == Token.END) {
                source.close(node);
                if (node == open) {
                    return;
                }
                node = source.parent(node);
                advance(node);
            } else {
                text(node);
            }
        }
    }

    /** Skips the content of the element that began last, and its end. */
    void skip() throws TreeNeededException {
        taken = leaves.count();
        int open = 1;
        while (open > 0) {
            advance();
            if (current == Token.START) {
                open++;
            } else if (current == Token.END) {
                open--;
            }
        }
    }
}
