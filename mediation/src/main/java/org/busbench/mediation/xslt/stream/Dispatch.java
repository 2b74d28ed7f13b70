package org.busbench.mediation.xslt.stream;

import org.busbench.mediation.xml.Tag;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;

/**
 * Finds the template of a node and has it done: on nodes that have been read, and on those that are coming in. Of the latter as much is read first as the
 * template looks at.
 *
 * <p>Belongs to one thread, and is used again for the next message.
 */
final class Dispatch {

    /** Templates that are applied inside of one another; a thread's stack holds twice as many. */
    private static final int DEEPEST = 400;

    private final Transducer run;
    private final Fragment fragment;
    private final Rules rules;
    private final Feed feed;
    private final Step allChildren;
    private int depth;

    Dispatch(Transducer run, Rules rules, Feed feed, Step allChildren) {
        this.run = run;
        this.fragment = run.fragment();
        this.rules = rules;
        this.feed = feed;
        this.allChildren = allChildren;
    }

    /** Applies templates to the document that is coming in. */
    void document() throws GaveUp {
        depth = 0;
        int document = fragment.open(null, rules.document(), Step.NOTHING);
        perform(document, template(document, rules.document().ofNode(0)), 0);
    }

    /** Applies templates to a node that has been read. */
    void apply(int node, int mode) throws GaveUp {
        if (AttributeNode.is(node)) {
            Template template =
                    template(node, fragment.state(AttributeNode.element(node)).ofAttributes(mode));
            if (template != null) {
                template.content().run(run, node);
            } else {
                builtIn(node);
            }
        } else if (fragment.isText(node)) {
            applyToText(node, mode);
        } else {
            LiteralElement simple = fragment.state(node).aroundText(mode);
            if (simple != null && fragment.isElement(node) && depth < DEEPEST) {
                simple.run(run, node);
            } else {
                perform(node, template(node, fragment.state(node).ofNode(mode)), mode);
            }
        }
    }

    private void applyToText(int text, int mode) throws GaveUp {
        Template template = template(text, fragment.state(text).ofTexts(mode));
        if (template != null) {
            template.content().run(run, text);
        } else {
            builtIn(text);
        }
    }

    /** The built-in template of texts and attributes. */
    private void builtIn(int leaf) throws GaveUp {
        Result result = run.result();
        int begun = result.beginText();
        run.texts().write(leaf, result.out(), Escape.TEXT);
        result.endText(begun);
    }

    private Template template(int node, Pattern[] patterns) throws GaveUp {
        for (Pattern pattern : patterns) {
            if (pattern.attribute() != null
                    && !pattern.attribute()
                            .matches(
                                    fragment.name(node).namespace(),
                                    fragment.name(node).local())) {
                continue;
            }
            if (pattern.condition() == null || pattern.condition().isTrue(run, node)) {
                return pattern.template();
            }
        }
        return null;
    }

    /** An element or the document, open or read; afterwards it has been read. */
    private void perform(int node, Template template, int mode) throws GaveUp {
        if (++depth > DEEPEST) {
            throw new GaveUp("more than " + DEEPEST + " templates inside of one another");
        }
        performed(node, template, mode);
        depth--;
    }

    private void performed(int node, Template template, int mode) throws GaveUp {
        boolean open = fragment.isOpen(node);
        if (template == null) {
            if (open) {
                applyAsTheyCome(node, allChildren, mode);
            } else {
                int end = fragment.end(node);
                for (int child = node + 1; child < end; child = fragment.end(child)) {
                    apply(child, mode);
                }
            }
            return;
        }
        Content content = template.content();
        if (open && content.reach() == Reach.ALL) {
            feed.fill(node);
        }
        content.run(run, node);
        if (open && content.reach() == Reach.TAG) {
            feed.skip();
        }
    }

    /** Applies templates to the children of an open node while they come in; afterwards it has ended. */
    void applyAsTheyCome(int node, Step wanted, int mode) throws GaveUp {
        State state = fragment.state(node);
        int size = fragment.size();
        int decoded = fragment.decoded();
        boolean byName = wanted.judgesByName();
        advance(node, wanted, mode, byName);
        while (feed.current() != Token.END) {
            if (feed.current() == Token.START) {
                Tag tag = feed.tokenizer().tag();
                int child = fragment.open(tag, rules.child(state, tag.name()), node);
                if (wanted.accepts(run, child)) {
                    perform(child, template(child, fragment.state(child).ofNode(mode)), mode);
                } else {
                    feed.skip();
                }
                fragment.cut(size, decoded);
                advance(node, wanted, mode, byName);
            } else {
                int text = feed.text(node);
                if (text != Step.NOTHING && wanted.accepts(run, text)) {
                    applyToText(text, mode);
                }
                fragment.cut(size, decoded);
            }
        }
    }

    /** Applies templates to the elements with nothing but a text that come next in an open node, and reads what follows. */
    private void advance(int node, Step wanted, int mode, boolean byName) throws GaveUp {
        State state = fragment.state(node);
        Tokenizer tokenizer = feed.tokenizer();
        for (Tag leaf = feed.nextLeaf(); leaf != null; leaf = feed.nextLeaf()) {
            State ofLeaf = rules.child(state, leaf.name());
            LiteralElement simple = ofLeaf.aroundText(mode);
            if (simple != null && byName && depth < DEEPEST) {
                if (wanted.acceptsName(run.names().bits(leaf.name()))) {
                    simple.write(run, fragment.message(), tokenizer.from(), tokenizer.to());
                }
            } else {
                int size = fragment.size();
                int child = fragment.leaf(leaf, ofLeaf, node, tokenizer.from(), tokenizer.to());
                if (wanted.accepts(run, child)) {
                    apply(child, mode);
                }
                fragment.cut(size, fragment.decoded());
            }
        }
        feed.advance();
    }
}
