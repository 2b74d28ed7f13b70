package org.busbench.mediation.xslt.stream;

import org.busbench.mediation.xml.Tag;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;

/**
 * The source as it comes from the tokenizer: the element that has just begun, to its end, then the end of the document around it. Puts what is to be
 * looked into on the fragment.
 *
 * <p>Belongs to one thread, and is used again for the next message.
 */
final class Feed {

    private final Fragment fragment;
    private final Rules rules;
    private final NameBits names;
    private final long stripped;
    private Tokenizer tokenizer;
    private int outer;
    private boolean begun;
    private boolean ended;
    private Token current;

    /** Where {@code stripped} are the bits of the names whose elements lose texts of nothing but white space. */
    Feed(Fragment fragment, Rules rules, NameBits names, long stripped) {
        this.fragment = fragment;
        this.rules = rules;
        this.names = names;
        this.stripped = stripped;
    }

    /** Begins with the element whose start tag was read last. */
    void begin(Tokenizer on) {
        tokenizer = on;
        outer = on.depth() - 1;
        begun = false;
        ended = false;
        current = null;
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

    Token advance() throws GaveUp {
        current = read();
        return current;
    }

    private Token read() throws GaveUp {
        if (!begun) {
            begun = true;
            if (stripped != 0) {
                refuseSpace();
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
                    refuseSpace();
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
            default -> throw GaveUp.odd();
        }
    }

    /** {@code xml:space} says what is stripped. */
    private void refuseSpace() throws GaveUp {
        for (int i = 0; i < tokenizer.tag().attributes(); i++) {
            if (tokenizer.tag().attribute(i).local().equals("space")) {
                throw new GaveUp("an attribute space where white space is stripped");
            }
        }
    }

    /**
     * The text of which the first piece was read last, as one node, or {@link Step#NOTHING} when the stylesheet strips it; afterwards what follows it
     * was read last.
     */
    int text(int parent) throws GaveUp {
        boolean inPlace = current == Token.TEXT;
        State state = fragment.state(parent);
        int size = fragment.size();
        int decoded = fragment.decoded();
        int node = inPlace ? fragment.text(tokenizer.from(), tokenizer.to(), state) : fragment.decodedText(state);
        if (!inPlace) {
            fragment.append(tokenizer.codePoint());
        }
        advance();
        while (current == Token.TEXT || current == Token.CHARACTER) {
            if (current == Token.TEXT) {
                fragment.append(tokenizer.from(), tokenizer.to());
            } else {
                fragment.append(tokenizer.codePoint());
            }
            advance();
        }
        if (stripped != 0 && isStripped(parent) && fragment.isSpace(node)) {
            fragment.cut(size, decoded);
            return Step.NOTHING;
        }
        return node;
    }

    private boolean isStripped(int parent) throws GaveUp {
        return fragment.isElement(parent) && (names.bits(fragment.name(parent)) & stripped) != 0;
    }

    /** Reads the next element at once, if there is nothing inside but text that needs no escaping; returns its tag, or null. Its text is the tokenizer's. */
    Tag nextLeaf() {
        return stripped == 0 && begun && !ended ? tokenizer.nextTextElement() : null;
    }

    /** Puts the leaves that come next on the fragment, and reads what follows. */
    private void advance(int parent) throws GaveUp {
        State state = fragment.state(parent);
        for (Tag leaf = nextLeaf(); leaf != null; leaf = nextLeaf()) {
            fragment.leaf(leaf, rules.child(state, leaf.name()), parent, tokenizer.from(), tokenizer.to());
        }
        advance();
    }

    /** Reads what is inside of an open node, and its end. */
    void fill(int open) throws GaveUp {
        if (leaf(open)) {
            return;
        }
        int node = open;
        advance(node);
        while (true) {
            if (current == Token.START) {
                State state = rules.child(fragment.state(node), tokenizer.tag().name());
                int child = fragment.open(tokenizer.tag(), state, node);
                if (!leaf(child)) {
                    node = child;
                }
                advance(node);
            } else if (current == Token.END) {
                fragment.close(node);
                if (node == open) {
                    return;
                }
                node = fragment.parent(node);
                advance(node);
            } else {
                text(node);
            }
        }
    }

    /** Reads what is inside of the element that began last, and its end, at once, when that is nothing but text that needs no escaping. */
    private boolean leaf(int element) throws GaveUp {
        if (stripped != 0 || !fragment.isElement(element) || !tokenizer.finishTextElement()) {
            return false;
        }
        fragment.leaf(element, tokenizer.from(), tokenizer.to());
        ended = tokenizer.depth() == outer;
        current = Token.END;
        return true;
    }

    /** Reads what is inside of the element that began last, and its end, for nothing. */
    void skip() throws GaveUp {
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
