package org.busbench.mediation.xslt.stream;

import java.util.Arrays;
import java.util.Map;
import org.busbench.mediation.xml.Tag;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;
import org.busbench.mediation.xslt.stream.Expression.Reach;
import org.busbench.mediation.xslt.stream.Expression.Step;
import org.busbench.mediation.xslt.stream.Instruction.LiteralElement;
import org.busbench.mediation.xslt.stream.Instruction.Sequence;
import org.busbench.mediation.xslt.stream.ResultBuffer.Escape;
import org.busbench.mediation.xslt.stream.ResultScope.Bindings;
import org.busbench.mediation.xslt.stream.SourceBuffer.AttributeNode;
import org.busbench.mediation.xslt.stream.TemplateAutomaton.Pattern;
import org.busbench.mediation.xslt.stream.TemplateAutomaton.State;
import org.busbench.mediation.xslt.stream.TemplateAutomaton.Template;

/**
 * A program at work on one message after the other: reads the source from the tokenizer and writes the result while it does. It gives up rather than fail,
 * so that whoever does it then words the error.
 *
 * <pre>
 * if (transducer.run(tokenizer, message, bodyTag, parameters) == Outcome.DONE) { transducer.bytes() ... }
 * </pre>
 *
 * <p>Belongs to one thread; never waits.
 */
public final class Transducer {

    /** How a message went. */
    public enum Outcome {
        /** The result is there, one element. */
        DONE,
        /** Something in the message, or an error, is for the tree. */
        LEFT_TO_TREE,
        /** The tokenizer does not read the message. */
        ODD
    }

    /** Templates that are applied inside of one another; a thread's stack holds twice as many. */
    private static final int DEEPEST = 400;

    private final Program program;
    private final SourceBuffer fragment = new SourceBuffer();
    private final NameTests names;
    private final TemplateAutomaton rules;
    private final SourceReader feed;
    private final ResultWriter result;
    private final NodeCopier copies;
    private final ResultScope[] lastAround;
    private final ResultScope.Entered[] lastEntered;
    private final StringValues texts;
    private final byte[][] globals;
    private int depth;
    private int generation = -1;
    private Tag lastBody;
    private ResultScope around;

    /**
     * One that has done nothing yet.
     *
     * @param program what it does
     * @param mostBytes what a result may grow to
     */
    public Transducer(Program program, int mostBytes) {
        this.program = program;
        this.names = new NameTests(program.names());
        this.rules = new TemplateAutomaton(program.patterns(), program.modes());
        this.feed = new SourceReader(fragment, rules, names, program.stripped());
        this.result = new ResultWriter(mostBytes);
        this.copies = new NodeCopier(fragment, result);
        this.texts = new StringValues(fragment, mostBytes);
        this.lastAround = new ResultScope[program.slots()];
        this.lastEntered = new ResultScope.Entered[program.slots()];
        this.globals = new byte[program.globals().size()][];
    }

    /**
     * Transforms the element whose start tag the tokenizer has read last; afterwards the tokenizer stands after its end, if it is done.
     *
     * @param tokenizer in a message that is complete
     * @param message its bytes
     * @param body the element around, whose namespaces are declared where the result will stand; null for none
     * @param parameters values of the stylesheet's parameters, by their names as {@code {namespace}local}
     */
    public Outcome run(Tokenizer tokenizer, byte[] message, Tag body, Map<String, String> parameters) {
        follow(tokenizer.generation(), body);
        fragment.begin(message);
        feed.begin(tokenizer);
        result.begin(around);
        texts.begin();
        try {
            program.resolve(parameters, globals);
            document();
            return result.roots() == 1 ? Outcome.DONE : Outcome.LEFT_TO_TREE;
        } catch (TreeNeededException e) {
            return e.isOdd() ? Outcome.ODD : Outcome.LEFT_TO_TREE;
        } catch (StackOverflowError e) {
            // Whoever calls from that deep a stack lets Saxon say so. What was being remembered may be half done.
            generation = -1;
            return Outcome.LEFT_TO_TREE;
        } finally {
            fragment.release();
            feed.release();
        }
    }

    /** {@return the result's bytes, from the first on; good until the next message} */
    public byte[] bytes() {
        return result.out().bytes();
    }

    /** {@return how many of them} */
    public int length() {
        return result.out().length();
    }

    private void follow(int ofTokenizer, Tag body) {
        if (generation != ofTokenizer) {
            generation = ofTokenizer;
            names.forget();
            rules.forget();
            copies.forget();
            Arrays.fill(lastAround, null);
            Arrays.fill(lastEntered, null);
            around = null;
        }
        if (around == null || lastBody != body || around.isCrowded()) {
            around = ResultScope.around(body == null ? Bindings.NONE : Bindings.of(body.namespaces()));
            lastBody = body;
        }
    }

    SourceBuffer fragment() {
        return fragment;
    }

    NameTests names() {
        return names;
    }

    ResultWriter result() {
        return result;
    }

    NodeCopier copies() {
        return copies;
    }

    StringValues texts() {
        return texts;
    }

    byte[] global(int index) {
        return globals[index];
    }

    /** Where a literal element's content goes; the answer is the same as long as the element stands in the same place. */
    ResultScope.Entered enter(int slot, ResultScope outer, Bindings own, boolean inNoNamespace) {
        if (lastAround[slot] != outer) {
            lastEntered[slot] = outer.enter(own, inNoNamespace, true);
            lastAround[slot] = outer;
        }
        return lastEntered[slot];
    }

    /** Applies templates to the document that is coming in. */
    private void document() throws TreeNeededException {
        depth = 0;
        int document = fragment.open(null, rules.document().id, SourceBuffer.NOTHING);
        perform(document, template(document, rules.document().ofNode(0)), 0);
    }

    /** Applies templates to a node that has been read. */
    void apply(int node, int mode) throws TreeNeededException {
        if (AttributeNode.is(node)) {
            Template template = template(
                    node,
                    rules.state(fragment.state(AttributeNode.element(node))).ofAttributes(mode));
            if (template != null) {
                template.content().run(this, node);
            } else {
                builtIn(node);
            }
        } else if (fragment.isText(node)) {
            applyToText(node, mode);
        } else {
            LiteralElement simple = rules.state(fragment.state(node)).aroundText(mode);
            if (simple != null && fragment.isElement(node) && depth < DEEPEST) {
                simple.run(this, node);
            } else {
                perform(node, template(node, rules.state(fragment.state(node)).ofNode(mode)), mode);
            }
        }
    }

    private void applyToText(int text, int mode) throws TreeNeededException {
        Template template = template(text, rules.state(fragment.state(text)).ofTexts(mode));
        if (template != null) {
            template.content().run(this, text);
        } else {
            builtIn(text);
        }
    }

    /** The built-in template of texts and attributes. */
    private void builtIn(int leaf) throws TreeNeededException {
        int begun = result.beginText();
        texts.write(leaf, result.out(), Escape.TEXT);
        result.endText(begun);
    }

    private Template template(int node, Pattern[] patterns) throws TreeNeededException {
        for (Pattern pattern : patterns) {
            if (pattern.attribute() != null
                    && !pattern.attribute()
                            .matches(
                                    fragment.name(node).namespace(),
                                    fragment.name(node).local())) {
                continue;
            }
            if (pattern.condition() == null || pattern.condition().isTrue(this, node)) {
                return pattern.template();
            }
        }
        return null;
    }

    /** An element or the document, open or read; afterwards it has been read. */
    private void perform(int node, Template template, int mode) throws TreeNeededException {
        if (++depth > DEEPEST) {
            throw new TreeNeededException("more than " + DEEPEST + " templates inside of one another");
        }
        performed(node, template, mode);
        depth--;
    }

    private void performed(int node, Template template, int mode) throws TreeNeededException {
        boolean open = fragment.isOpen(node);
        if (template == null) {
            if (open) {
                applyAsTheyCome(node, program.allChildren(), mode);
            } else {
                int end = fragment.end(node);
                for (int child = node + 1; child < end; child = fragment.end(child)) {
                    apply(child, mode);
                }
            }
            return;
        }
        Sequence content = template.content();
        if (open && content.reach() == Reach.ALL) {
            feed.fill(node);
        }
        content.run(this, node);
        if (open && content.reach() == Reach.TAG) {
            feed.skip();
        }
    }

    /** Applies templates to the children of an open node while they come in; afterwards it has ended. */
    void applyAsTheyCome(int node, Step wanted, int mode) throws TreeNeededException {
        State state = rules.state(fragment.state(node));
        int size = fragment.size();
        int decoded = fragment.decoded();
        boolean byName = wanted.judgesByName();
        advance(node, wanted, mode, byName);
        while (feed.current() != Token.END) {
            if (feed.current() == Token.START) {
                Tag tag = feed.tokenizer().tag();
                int child = fragment.open(tag, rules.child(state, tag.name()).id, node);
                if (wanted.accepts(this, child)) {
                    perform(
                            child,
                            template(child, rules.state(fragment.state(child)).ofNode(mode)),
                            mode);
                } else {
                    feed.skip();
                }
                fragment.cut(size, decoded);
                advance(node, wanted, mode, byName);
            } else {
                int text = feed.text(node);
                if (text != SourceBuffer.NOTHING && wanted.accepts(this, text)) {
                    applyToText(text, mode);
                }
                fragment.cut(size, decoded);
            }
        }
    }

    /** Applies templates to the elements with nothing but a text that come next in an open node, and reads what follows. */
    private void advance(int node, Step wanted, int mode, boolean byName) throws TreeNeededException {
        State state = rules.state(fragment.state(node));
        Tokenizer tokenizer = feed.tokenizer();
        for (Tag leaf = feed.nextLeaf(); leaf != null; leaf = feed.nextLeaf()) {
            State ofLeaf = rules.child(state, leaf.name());
            LiteralElement simple = ofLeaf.aroundText(mode);
            if (simple != null && byName && depth < DEEPEST) {
                if (wanted.acceptsName(names.bits(leaf.name()))) {
                    simple.write(this, fragment.message(), tokenizer.from(), tokenizer.to());
                }
            } else {
                int size = fragment.size();
                int child = fragment.leaf(leaf, ofLeaf.id, node, tokenizer.from(), tokenizer.to());
                if (wanted.accepts(this, child)) {
                    apply(child, mode);
                }
                fragment.cut(size, fragment.decoded());
            }
        }
        feed.advance();
    }

    /**
     * The source as it comes from the tokenizer: the element that has just begun, to its end, then the end of the document around it. Puts what is to be
     * looked into on the fragment.
     *
     * <p>Belongs to one thread, and is used again for the next message.
     */
    private static final class SourceReader {

        private final SourceBuffer fragment;
        private final TemplateAutomaton rules;
        private final NameTests names;
        private final long stripped;
        private Tokenizer tokenizer;
        private int outer;
        private boolean begun;
        private boolean ended;
        private Token current;

        /** Where {@code stripped} are the bits of the names whose elements lose texts of nothing but white space. */
        SourceReader(SourceBuffer fragment, TemplateAutomaton rules, NameTests names, long stripped) {
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

        Token advance() throws TreeNeededException {
            current = read();
            return current;
        }

        private Token read() throws TreeNeededException {
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
                default -> throw TreeNeededException.odd();
            }
        }

        /** {@code xml:space} says what is stripped. */
        private void refuseSpace() throws TreeNeededException {
            for (int i = 0; i < tokenizer.tag().attributes(); i++) {
                if (tokenizer.tag().attribute(i).local().equals("space")) {
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
            int state = fragment.state(parent);
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
                return SourceBuffer.NOTHING;
            }
            return node;
        }

        private boolean isStripped(int parent) throws TreeNeededException {
            return fragment.isElement(parent) && (names.bits(fragment.name(parent)) & stripped) != 0;
        }

        /** Reads the next element at once, if there is nothing inside but text that needs no escaping; returns its tag, or null. Its text is the tokenizer's. */
        Tag nextLeaf() {
            return stripped == 0 && begun && !ended ? tokenizer.nextTextElement() : null;
        }

        /** Puts the leaves that come next on the fragment, and reads what follows. */
        private void advance(int parent) throws TreeNeededException {
            State state = rules.state(fragment.state(parent));
            for (Tag leaf = nextLeaf(); leaf != null; leaf = nextLeaf()) {
                fragment.leaf(leaf, rules.child(state, leaf.name()).id, parent, tokenizer.from(), tokenizer.to());
            }
            advance();
        }

        /** Reads what is inside of an open node, and its end. */
        void fill(int open) throws TreeNeededException {
            if (leaf(open)) {
                return;
            }
            int node = open;
            advance(node);
            while (true) {
                if (current == Token.START) {
                    State state = rules.child(
                            rules.state(fragment.state(node)), tokenizer.tag().name());
                    int child = fragment.open(tokenizer.tag(), state.id, node);
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
        private boolean leaf(int element) throws TreeNeededException {
            if (stripped != 0 || !fragment.isElement(element) || !tokenizer.finishTextElement()) {
                return false;
            }
            fragment.leaf(element, tokenizer.from(), tokenizer.to());
            ended = tokenizer.depth() == outer;
            current = Token.END;
            return true;
        }

        /** Reads what is inside of the element that began last, and its end, for nothing. */
        void skip() throws TreeNeededException {
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
}
