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
     * @return {@link Token#END}, or {@link Token#ODD} when the tokenizer gave up
     */
    Token element(byte[] bytes, Receiver tree) throws XPathException {
        int outer = tokenizer.depth() - 1;
        start(tokenizer.tag(), tree);
        while (true) {
            Token token = tokenizer.next();
            switch (token) {
                case START -> start(tokenizer.tag(), tree);
                case END -> {
                    tree.endElement();
                    if (tokenizer.depth() == outer) {
                        return token;
                    }
                }
                case TEXT -> text(bytes, tokenizer.from(), tokenizer.to(), tree);
                case CHARACTER ->
                    tree.characters(StringView.tidy(Character.toString(tokenizer.codePoint())), Loc.NONE, 0);
                case COMMENT, INSTRUCTION -> {
                    // The tokenizer does not keep them, and a stylesheet may copy them: the conforming parser reads
                    // such messages.
                    return Token.ODD;
                }
                default -> {
                    return Token.ODD;
                }
            }
        }
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
