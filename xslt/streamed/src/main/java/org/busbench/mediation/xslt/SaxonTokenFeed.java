package org.busbench.mediation.xslt;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import net.sf.saxon.event.Receiver;
import net.sf.saxon.expr.parser.Loc;
import net.sf.saxon.om.AttributeInfo;
import net.sf.saxon.om.AttributeMap;
import net.sf.saxon.om.EmptyAttributeMap;
import net.sf.saxon.om.NamespaceMap;
import net.sf.saxon.om.NodeName;
import net.sf.saxon.str.StringView;
import net.sf.saxon.str.Twine8;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.type.BuiltInAtomicType;
import net.sf.saxon.type.Untyped;
import org.busbench.mediation.xml.Attributes;
import org.busbench.mediation.xml.Name;
import org.busbench.mediation.xml.Tag;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;

/**
 * Pushes what the tokenizer reads of one element into Saxon's tree builder: no event objects, no strings for what is ASCII.
 *
 * <p>Belongs to the thread of its tokenizer.
 */
final class SaxonTokenFeed {

    private final Tokenizer tokenizer;
    private final ElementCache elements;
    private final SaxonNames names;

    /** Feeds one message. */
    SaxonTokenFeed(Tokenizer tokenizer, ElementCache elements, SaxonNames names) {
        this.tokenizer = tokenizer;
        this.elements = elements;
        this.names = names;
    }

    /**
     * Reads the element whose start tag the tokenizer has just read, to its end.
     *
     * @return {@link Token#END}, or {@link Token#REJECTED} when the tokenizer rejected the message
     */
    Token element(byte[] bytes, Receiver tree) throws XPathException {
        int outer = tokenizer.depth() - 1;
        start(tree);
        Token token = tokenizer.next();
        while (true) {
            switch (token) {
                case START -> start(tree);
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

    private void start(Receiver tree) throws XPathException {
        ElementCache.Element element = elements.of(tokenizer.tag(), names);
        names.enter(element.namespaces());
        tree.startElement(element.name(), Untyped.getInstance(), attributes(), element.namespaces(), Loc.NONE, 0);
    }

    private AttributeMap attributes() throws XPathException {
        Attributes written = tokenizer.attributes();
        AttributeMap attributes = EmptyAttributeMap.getInstance();
        for (int i = 0; i < written.count(); i++) {
            Name name = written.name(i);
            NodeName node = names.of(written.prefix(i), name.namespace(), name.local());
            attributes = attributes.put(
                    new AttributeInfo(node, BuiltInAtomicType.UNTYPED_ATOMIC, written.value(i), Loc.NONE, 0));
        }
        return attributes;
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

    /**
     * What a generation of Saxon wants to know of a start tag, made once for each tag that the tokenizer knows: most elements of a message were met in
     * an earlier one.
     *
     * <p>Belongs to the thread of its tokenizer.
     */
    static final class ElementCache {

        /** A start tag for Saxon, without its attributes. */
        record Element(NodeName name, NamespaceMap namespaces) {}

        private final SaxonGeneration saxon;
        private final IdentityHashMap<Tag, Element> elements = new IdentityHashMap<>();
        private final Map<Map<String, String>, NamespaceMap> scopes = new HashMap<>();
        private int generation = -1;

        ElementCache(SaxonGeneration saxon) {
            this.saxon = saxon;
        }

        SaxonGeneration saxon() {
            return saxon;
        }

        /** Forgets the tags of a vocabulary that the tokenizer has forgotten. */
        void follow(int currentGeneration) {
            if (generation != currentGeneration) {
                elements.clear();
                scopes.clear();
                generation = currentGeneration;
            }
        }

        Element of(Tag tag, SaxonNames names) throws XPathException {
            Element known = elements.get(tag);
            if (known == null) {
                known = element(tag, names);
                elements.put(tag, known);
            }
            return known;
        }

        private Element element(Tag tag, SaxonNames names) throws XPathException {
            Name name = tag.name();
            NodeName node = names.of(tag.prefix(), name.namespace(), name.local());
            return new Element(node, namespaces(tag.namespaces(), names));
        }

        /** One object for the same namespaces: Saxon and the writer compare by identity before they look closer. */
        NamespaceMap namespaces(Map<String, String> inForce, SaxonNames names) throws XPathException {
            Map<String, String> some = Map.copyOf(inForce);
            NamespaceMap known = scopes.get(some);
            if (known == null) {
                known = NamespaceMap.emptyMap();
                for (Map.Entry<String, String> binding : some.entrySet()) {
                    known = known.bind(binding.getKey(), names.namespace(binding.getValue()));
                }
                scopes.put(some, known);
            }
            return known;
        }
    }
}
