package org.busbench.mediation.xslt.stream;

import java.util.Arrays;
import java.util.Map;
import org.busbench.mediation.xml.Tag;
import org.busbench.mediation.xml.Tokenizer;

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

    private final Program program;
    private final Fragment fragment = new Fragment();
    private final NameBits names;
    private final Rules rules;
    private final Feed feed;
    private final Result result;
    private final Copies copies;
    private final OutputScope[] lastAround;
    private final OutputScope.Entered[] lastEntered;
    private final Texts texts;
    private final Dispatch dispatch;
    private final byte[][] globals;
    private int generation = -1;
    private Tag lastBody;
    private OutputScope around;

    /**
     * One that has done nothing yet.
     *
     * @param program what it does
     * @param mostBytes what a result may grow to
     */
    public Transducer(Program program, int mostBytes) {
        this.program = program;
        this.names = new NameBits(program.names());
        this.rules = new Rules(program.patterns(), program.modes());
        this.feed = new Feed(fragment, rules, names, program.stripped());
        this.result = new Result(mostBytes);
        this.copies = new Copies(fragment, result);
        this.texts = new Texts(fragment, mostBytes);
        this.dispatch = new Dispatch(this, rules, feed, program.allChildren());
        this.lastAround = new OutputScope[program.slots()];
        this.lastEntered = new OutputScope.Entered[program.slots()];
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
            dispatch.document();
            return result.roots() == 1 ? Outcome.DONE : Outcome.LEFT_TO_TREE;
        } catch (GaveUp e) {
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
            around = OutputScope.around(body == null ? Bindings.NONE : Bindings.of(body.namespaces()));
            lastBody = body;
        }
    }

    Fragment fragment() {
        return fragment;
    }

    NameBits names() {
        return names;
    }

    Result result() {
        return result;
    }

    Copies copies() {
        return copies;
    }

    Texts texts() {
        return texts;
    }

    Dispatch dispatch() {
        return dispatch;
    }

    byte[] global(int index) {
        return globals[index];
    }

    /** Where a literal element's content goes; the answer is the same as long as the element stands in the same place. */
    OutputScope.Entered enter(int slot, OutputScope outer, Bindings own, boolean inNoNamespace) {
        if (lastAround[slot] != outer) {
            lastEntered[slot] = outer.enter(own, inNoNamespace, true);
            lastAround[slot] = outer;
        }
        return lastEntered[slot];
    }
}
