package org.busbench.mediation.xslt.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.busbench.mediation.xml.Tag;
import org.busbench.mediation.xml.TextElements;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;
import org.busbench.mediation.xslt.stream.Expression.Reach;
import org.busbench.mediation.xslt.stream.Expression.Step;
import org.busbench.mediation.xslt.stream.Instruction.LiteralElement;
import org.busbench.mediation.xslt.stream.Instruction.Sequence;
import org.busbench.mediation.xslt.stream.Instruction.Template;
import org.busbench.mediation.xslt.stream.ResultScope.Bindings;
import org.busbench.mediation.xslt.stream.SourceBuffer.AttributeNode;
import org.busbench.mediation.xslt.stream.TemplateAutomaton.Pattern;
import org.busbench.mediation.xslt.stream.TemplateAutomaton.State;

/**
 * Runs a program on one message after the other: it reads the source from the tokenizer and writes the result meanwhile. Where the stylesheet would fail, or
 * the program does not know what Saxon does, it leaves the message to the tree, which words the error.
 *
 * <pre>
 * if (transducer.run(tokenizer, message, bodyTag, parameters) == Outcome.DONE) { transducer.bytes() ... }
 * </pre>
 *
 * <p>Confined to one thread; never waits.
 */
public final class Transducer {

    /** How a message went. */
    public enum Outcome {
        /** The result is there, one element. */
        DONE,
        /** The message needs a tree, or is an error for Saxon to word. */
        LEFT_TO_TREE,
        /** The tokenizer rejected the message. */
        REJECTED
    }

    /** Templates that are applied inside of one another; a thread's stack holds twice as many. */
    private static final int DEEPEST = 400;

    /** Nodes looked at, characters handed on and templates called, which a message may take; more are left to the tree, so that the time grows with the message. */
    private static final int WORK_PER_BYTE = 64;

    private static final int FREE_WORK = 1 << 16;

    private static final Object[] NONE = {};

    private final Program program;
    private final NameTests names;
    private final SourceBuffer source;
    private final TemplateAutomaton automaton;
    private final SourceReader reader;
    private final ResultWriter result;
    private final NodeCopier copier;
    private final ResultScope[] lastAround;
    private final ResultScope.Entered[] lastEntered;
    private final StringValues texts;
    private final byte[][] globals;
    private final Object[] computedGlobals;
    private final Map<String, Map<String, List<Integer>>> keys = new HashMap<>();
    private Object[] locals = NONE;
    private Map<String, Object> arguments;
    private Map<String, Object> arrived;
    private Focus focus = Focus.ALONE;
    private Map<String, String> parameters;
    private long work;
    private int depth;
    private int generation = -1;
    private Tag lastBody;
    private ResultScope around;
    /** Whether nothing but names has decided over what is being written. */
    private boolean byNames;

    /** @param mostBytes what a result may grow to */
    public Transducer(Program program, int mostBytes) {
        this.program = program;
        this.names = new NameTests(program.names());
        this.source = new SourceBuffer(names);
        this.automaton = new TemplateAutomaton(program.patterns(), program.modeCount());
        this.reader = new SourceReader(source, automaton, program.stripped());
        this.result = new ResultWriter(mostBytes);
        this.copier = new NodeCopier(source, result);
        this.texts = new StringValues(source, mostBytes);
        this.lastAround = new ResultScope[program.slots()];
        this.lastEntered = new ResultScope.Entered[program.slots()];
        this.globals = new byte[program.globals().size()][];
        this.computedGlobals = new Object[globals.length];
    }

    /** The place of the context node among those that are gone through. */
    record Focus(int position, int size) {
        static final Focus ALONE = new Focus(1, 1);
    }

    /**
     * Transforms the element whose start tag the tokenizer has read last; afterwards the tokenizer stands after its end, if it is done.
     *
     * @param message its bytes
     * @param body the element around, whose namespaces are declared where the result will stand; null for none
     * @param parameters values of the stylesheet's parameters, by their names as {@code {namespace}local}
     */
    public Outcome run(Tokenizer tokenizer, byte[] message, Tag body, Map<String, String> parameters) {
        follow(tokenizer.generation(), body);
        source.begin(message, tokenizer);
        reader.begin(tokenizer);
        result.begin(around);
        texts.begin();
        begin(parameters, message.length);
        try {
            program.resolve(parameters, globals);
            document();
            return result.roots() == 1 ? Outcome.DONE : Outcome.LEFT_TO_TREE;
        } catch (TreeNeededException e) {
            return e.isRejected() ? Outcome.REJECTED : Outcome.LEFT_TO_TREE;
        } catch (StackOverflowError e) {
            // The caller's stack is too deep: Saxon reports that. What the caches hold may be half done.
            generation = -1;
            return Outcome.LEFT_TO_TREE;
        } finally {
            release();
        }
    }

    private void begin(Map<String, String> given, int messageBytes) {
        work = FREE_WORK + (long) WORK_PER_BYTE * messageBytes;
        parameters = given;
        arguments = null;
        arrived = null;
        focus = Focus.ALONE;
    }

    private void release() {
        source.release();
        reader.release();
        keys.clear();
        Arrays.fill(computedGlobals, null);
        parameters = null;
        locals = NONE;
    }

    /** Takes note of work that may grow faster than the message; too much is left to the tree. */
    void work(long more) throws TreeNeededException {
        work -= more;
        if (work < 0) {
            throw new TreeNeededException("work that grows faster than the message");
        }
    }

    /** The result's bytes, from the first on; good until the next message. */
    public byte[] bytes() {
        return result.out().bytes();
    }

    /** How many of them. */
    public int length() {
        return result.out().length();
    }

    private void follow(int ofTokenizer, Tag body) {
        if (generation != ofTokenizer) {
            generation = ofTokenizer;
            names.forget();
            automaton.forget();
            copier.forget();
            Arrays.fill(lastAround, null);
            Arrays.fill(lastEntered, null);
            around = null;
        }
        if (around == null || lastBody != body || around.isCrowded()) {
            around = ResultScope.around(body == null ? Bindings.NONE : Bindings.of(body.namespaces()));
            lastBody = body;
        }
    }

    SourceBuffer source() {
        return source;
    }

    ResultWriter result() {
        return result;
    }

    NodeCopier copier() {
        return copier;
    }

    StringValues texts() {
        return texts;
    }

    byte[] global(int index) {
        return globals[index];
    }

    /** The value of a variable of the stylesheet that is computed, for the document. */
    Object computedGlobal(int index) throws TreeNeededException {
        if (computedGlobals[index] == null) {
            Program.Global global = program.globals().get(index);
            String given = global.isParameter() ? parameters.get(global.name()) : null;
            Focus outer = focus;
            focus = Focus.ALONE;
            computedGlobals[index] = given == null ? global.computed().evaluate(this, 0) : given;
            focus = outer;
        }
        return computedGlobals[index];
    }

    Focus focus() {
        return focus;
    }

    void focus(Focus on) {
        focus = on;
    }

    /** Whether the program asks for positions. */
    boolean isPositional() {
        return program.isPositional();
    }

    Object local(int slot) {
        return locals[slot];
    }

    void local(int slot, Object value) {
        locals[slot] = value;
    }

    /** What the caller of the template gives for a parameter, or null. */
    Object arrived(String parameter) {
        return arrived == null ? null : arrived.get(parameter);
    }

    /** Gives what follows these arguments, or none when they are null. */
    void argue(Map<String, Object> with) {
        arguments = with;
    }

    /** The nodes that a key has for a value. */
    IntStream keyed(String name, String value) throws TreeNeededException {
        Map<String, List<Integer>> index = keys.get(name);
        if (index == null) {
            index = new HashMap<>();
            for (Program.Key key : program.keys()) {
                if (key.name().equals(name)) {
                    index(key, index);
                }
            }
            keys.put(name, index);
        }
        List<Integer> found = index.getOrDefault(value, List.of());
        work(found.size() + 1);
        return found.stream().mapToInt(node -> node);
    }

    private void index(Program.Key key, Map<String, List<Integer>> to) throws TreeNeededException {
        Focus outer = focus;
        focus = Focus.ALONE;
        work(source.end(0));
        for (int node = 1; node < source.end(0); node++) {
            State state = automaton.state(source.state(node));
            index(key, node, source.isText(node) ? state.ofTexts(key.mode()) : state.ofNode(key.mode()), to);
            Pattern[] ofAttributes = state.ofAttributes(key.mode());
            for (int i = 0; ofAttributes.length > 0 && i < source.attributes(node); i++) {
                index(key, AttributeNode.of(node, i), ofAttributes, to);
            }
        }
        focus = outer;
    }

    private void index(Program.Key key, int node, Pattern[] patterns, Map<String, List<Integer>> to)
            throws TreeNeededException {
        if (template(node, patterns) != null) {
            Object use = key.use().evaluate(this, node);
            int[] nodes = use instanceof int[] some ? some : new int[1];
            for (int one : nodes) {
                String text = use instanceof int[] ? texts.text(one) : texts.string(use);
                to.computeIfAbsent(text, added -> new ArrayList<>()).add(node);
            }
        }
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
        int document = source.open(null, automaton.document().id, SourceBuffer.NOTHING);
        if (program.keepsSource()) {
            reader.fill(document);
        }
        perform(document, template(document, automaton.document().ofNode(0)), 0);
    }

    /** Applies templates to a node that has been read. */
    void apply(int node, int mode) throws TreeNeededException {
        if (AttributeNode.is(node)) {
            Template template = template(
                    node,
                    automaton.state(source.state(AttributeNode.element(node))).ofAttributes(mode));
            if (template != null) {
                instantiate(template, node);
            } else {
                builtIn(node);
            }
        } else if (source.isText(node)) {
            applyToText(node, mode);
        } else {
            LiteralElement simple = automaton.state(source.state(node)).aroundText(mode);
            if (simple != null && source.isElement(node) && depth < DEEPEST) {
                simple.run(this, node);
            } else {
                perform(node, template(node, automaton.state(source.state(node)).ofNode(mode)), mode);
            }
        }
    }

    private void applyToText(int text, int mode) throws TreeNeededException {
        Template template = template(text, automaton.state(source.state(text)).ofTexts(mode));
        if (template != null) {
            instantiate(template, text);
        } else {
            builtIn(text);
        }
    }

    /** The built-in template of texts and attributes. */
    private void builtIn(int leaf) throws TreeNeededException {
        int begun = result.beginText();
        texts.write(leaf, result.out(), result.escape());
        result.endText(begun);
    }

    private Template template(int node, Pattern[] patterns) throws TreeNeededException {
        for (Pattern pattern : patterns) {
            byNames &= pattern.condition() == null;
            if (pattern.attribute() != null
                    && !pattern.attribute()
                            .matches(
                                    source.name(node).namespace(),
                                    source.name(node).local())) {
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
        work(1);
        performed(node, template, mode);
        depth--;
    }

    /** Runs a named template for the node that is being gone through. */
    void call(Template template, int node) throws TreeNeededException {
        if (++depth > DEEPEST) {
            throw new TreeNeededException("more than " + DEEPEST + " templates inside of one another");
        }
        work(1);
        instantiate(template, node);
        depth--;
    }

    private void instantiate(Template template, int node) throws TreeNeededException {
        byNames &= template.content().isByNames();
        if (template.locals() == 0 && arguments == null) {
            template.content().run(this, node);
            return;
        }
        Map<String, Object> given = arguments;
        Map<String, Object> outerArrived = arrived;
        Object[] outer = locals;
        arrived = given;
        arguments = null;
        locals = new Object[template.locals()];
        template.content().run(this, node);
        locals = outer;
        arrived = outerArrived;
        arguments = given;
    }

    /** Applies templates to nodes that have been read, one after the other. */
    void applyAll(int[] nodes, int mode) throws TreeNeededException {
        Focus outer = focus;
        for (int i = 0; i < nodes.length; i++) {
            focus = new Focus(i + 1, nodes.length);
            apply(nodes[i], mode);
        }
        focus = outer;
    }

    private void performed(int node, Template template, int mode) throws TreeNeededException {
        boolean open = source.isOpen(node);
        if (template == null) {
            if (open) {
                applyAsTheyCome(node, program.allChildren(), mode);
            } else if (program.isPositional()) {
                int last = source.end(node);
                applyAll(
                        IntStream.iterate(node + 1, child -> child < last, source::end)
                                .toArray(),
                        mode);
            } else {
                int end = source.end(node);
                for (int child = node + 1; child < end; child = source.end(child)) {
                    apply(child, mode);
                }
            }
            return;
        }
        Sequence content = template.content();
        if (open && content.isOfRecords() && arguments == null && wroteRecord(node, template)) {
            return;
        }
        if (open && content.reach() == Reach.ALL) {
            reader.fill(node);
        }
        instantiate(template, node);
        if (open && content.reach() == Reach.TAG) {
            reader.skip();
        }
    }

    /** Writes what a template makes of an open element and reads that to its end, if it is a record; else does nothing. */
    private boolean wroteRecord(int node, Template template) throws TreeNeededException {
        Tag tag = source.tag(node);
        if (tag == null || !reader.isRecord() || !result.beginContent()) {
            return false;
        }
        TextElements record = reader.leaves();
        RecordLayout.Cache known = automaton.state(source.state(node)).layouts;
        RecordLayout layout = known.find(template, tag, record, result.scope());
        if (layout == null) {
            byte[] made = known.mayLearn() ? laidOut(node, template) : null;
            if (made == null) {
                return false;
            }
            layout = known.learn(template, tag, record, result.scope(), made);
        }
        layout.write(source.message(), record, result.out());
        reader.skip();
        return true;
    }

    /**
     * What a template writes for an open element with placeholders in the place of its children's texts; null if more than names, or an attribute, decides
     * over that.
     */
    private byte[] laidOut(int node, Template template) throws TreeNeededException {
        byte[] message = source.message();
        int begun = result.out().length();
        byNames = true;
        source.layOut(node, reader.leaves(), automaton);
        instantiate(template, node);
        byNames &= !source.open(node, message);
        byte[] made =
                Arrays.copyOfRange(result.out().bytes(), begun, result.out().length());
        result.out().cut(begun);
        return byNames ? made : null;
    }

    /** Applies templates to the children of an open node while they come in; afterwards it has ended. */
    void applyAsTheyCome(int node, Step wanted, int mode) throws TreeNeededException {
        State state = automaton.state(source.state(node));
        int size = source.size();
        int decoded = source.decoded();
        advance(node, wanted, mode);
        while (reader.current() != Token.END) {
            if (reader.current() == Token.START) {
                Tag tag = reader.tokenizer().tag();
                int child = source.open(tag, automaton.child(state, tag.name()).id, node);
                if (wanted.accepts(this, child)) {
                    perform(
                            child,
                            template(child, automaton.state(source.state(child)).ofNode(mode)),
                            mode);
                } else {
                    reader.skip();
                }
                source.cut(size, decoded);
                advance(node, wanted, mode);
            } else {
                int text = reader.text(node);
                if (text != SourceBuffer.NOTHING && wanted.accepts(this, text)) {
                    applyToText(text, mode);
                }
                source.cut(size, decoded);
            }
        }
    }

    /** Applies templates to the elements with nothing but a text that come next in an open node, and reads what follows. */
    private void advance(int node, Step wanted, int mode) throws TreeNeededException {
        int state = source.state(node);
        TextElements leaves = reader.leaves();
        for (int leaf = reader.nextLeaf(); leaf >= 0; leaf = reader.nextLeaf()) {
            int size = source.size();
            int child = source.leaf(
                    leaves, leaf, automaton.child(state, leaves.tag(leaf).name()), node);
            if (wanted.accepts(this, child)) {
                apply(child, mode);
            }
            source.cut(size, source.decoded());
        }
        reader.advance();
    }
}
