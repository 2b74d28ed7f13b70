package org.busbench.mediation.xslt;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.sf.saxon.event.Receiver;
import net.sf.saxon.expr.parser.Loc;
import net.sf.saxon.str.StringView;
import net.sf.saxon.str.Twine8;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.type.Untyped;
import org.busbench.mediation.xml.Tag;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;

/**
 * Pushes what the tokenizer reads of one element into Saxon's tree builder: no event objects, no strings for what is ASCII.
 *
 * <p>Belongs to the thread of its tokenizer.
 */
final class TokenFeed {

    private final Tokenizer tokenizer;
    private final ElementCache elements;

    TokenFeed(Tokenizer tokenizer, ElementCache elements) {
        this.tokenizer = tokenizer;
        this.elements = elements;
    }

    /**
     * Reads the element whose start tag the tokenizer has just read, to its end.
     *
     * @return {@link Token#END}, or {@link Token#REJECTED} when the tokenizer gave up
     */
    Token element(byte[] bytes, Receiver tree) throws XPathException {
        int outer = tokenizer.depth() - 1;
        start(tokenizer.tag(), tree);
        Token token = tokenizer.next();
        while (true) {
            switch (token) {
                case START -> start(tokenizer.tag(), tree);
                case END -> {
                    tree.endElement();
                    if (tokenizer.depth() == outer) {
                        return token;
                    }
                }
                case TEXT, CHARACTER -> {
                    token = text(bytes, token, tree);
                    continue;
                }
                default -> {
                    // Comments and instructions too: the tokenizer does not keep them, and a stylesheet may copy them.
                    // The conforming parser reads such messages.
                    return Token.REJECTED;
                }
            }
            token = tokenizer.next();
        }
    }

    /** All pieces of a text at once, since what strips white space looks at each; returns what follows. */
    private Token text(byte[] bytes, Token first, Receiver tree) throws XPathException {
        int from = tokenizer.from();
        int to = tokenizer.to();
        int codePoint = tokenizer.codePoint();
        Token next = tokenizer.next();
        if (next != Token.TEXT && next != Token.CHARACTER && first == Token.TEXT) {
            text(bytes, from, to, tree);
            return next;
        }
        StringBuilder all = new StringBuilder();
        if (first == Token.TEXT) {
            all.append(new String(bytes, from, to - from, StandardCharsets.UTF_8));
        } else {
            all.appendCodePoint(codePoint);
        }
        while (next == Token.TEXT || next == Token.CHARACTER) {
            if (next == Token.TEXT) {
                from = tokenizer.from();
                all.append(new String(bytes, from, tokenizer.to() - from, StandardCharsets.UTF_8));
            } else {
                all.appendCodePoint(tokenizer.codePoint());
            }
            next = tokenizer.next();
        }
        tree.characters(StringView.tidy(all.toString()), Loc.NONE, 0);
        return next;
    }

    private void start(Tag tag, Receiver tree) throws XPathException {
        ElementCache.Element element = elements.of(tag);
        tree.startElement(
                element.name(), Untyped.getInstance(), element.attributes(), element.namespaces(), Loc.NONE, 0);
    }

    private static void text(byte[] bytes, int from, int to, Receiver tree) throws XPathException {
        for (int i = from; i < to; i++) {
            if (bytes[i] < 0) {
                String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
                tree.characters(StringView.tidy(text), Loc.NONE, 0);
                return;
            }
        }
        tree.characters(new Twine8(Arrays.copyOfRange(bytes, from, to)), Loc.NONE, 0);
    }
}
