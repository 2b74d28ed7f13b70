package org.busbench.mediation.xpath;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Objects;
import org.busbench.mediation.xml.ConformingParser;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;
import org.busbench.mediation.xpath.Expression.Strategy;

/**
 * Decides expressions on SOAP messages, one after the other.
 *
 * <pre>
 * evaluation.begin(expression, ResultType.STRING, null, Variables.NONE);
 * Progress progress = evaluation.feed(bytes, 0, count);   // as often as bytes arrive
 * if (progress == Progress.NEED_MORE) evaluation.end();    // nothing will arrive any more; complete() before tells what it costs
 * evaluation.string();
 * </pre>
 *
 * A streamable expression is decided as early as the bytes allow, and the bytes read until then were well-formed. A rejected message, and an
 * expression that is not streamable, wait for the whole message and are evaluated by the {@link TreeEvaluator} with the same meaning. A message that
 * arrives in one piece is not copied.
 *
 * <p>Meant to be kept and used for many messages, by one thread at a time; never blocks, though {@link Strategy#TREE} takes long for large messages.
 */
public final class Evaluator {
    /** Whether the expression is decided. */
    public enum Progress {
        /** {@link #string} or {@link #bool} may be asked; further bytes are not looked at. */
        DECIDED,
        /** The result depends on bytes that are still to come. */
        NEED_MORE
    }

    /** Most expressions are decided within so many bytes. */
    private static final int FIRST_PIECE = 2 * 1024;

    private static final int MOST_PLANS = 256;
    /** A larger array is not kept for the next message. */
    private static final int IDLE_BYTES = 256 * 1024;

    private final int mostBytes;
    private final ConformingParser parser;
    private final Tokenizer tokenizer;
    private final TreeEvaluator tree;
    private final IdentityHashMap<StreamPlan, JointMatcher> known = new IdentityHashMap<>();

    private Expression expression;
    private ResultType kind;
    private String charset;
    private Variables variables;
    private JointMatcher matcher;
    private boolean started;
    private boolean decided;
    private boolean whole;
    private Object value;
    private byte[] kept = new byte[0];
    private int length;
    private int read;

    /** One that shares nothing; the other parameters are those of the other constructor. */
    public Evaluator(Limits limits, int mostBytes, TreeEvaluator tree) {
        this(new Tokenizer(limits), new ConformingParser(limits), mostBytes, tree);
    }

    /**
     * One for messages of a thread. Those whose tokenizers share their symbols cost a few kilobytes each.
     *
     * @param mostBytes how much of an undecided message is kept; a longer one is refused
     * @param tree evaluates what is not decided on the stream
     */
    public Evaluator(Tokenizer tokenizer, ConformingParser parser, int mostBytes, TreeEvaluator tree) {
        this.mostBytes = mostBytes;
        this.parser = parser;
        this.tokenizer = tokenizer;
        this.tree = Objects.requireNonNull(tree, "tree");
    }

    /**
     * Begins with a message.
     *
     * @param toDecide the expression, not one of {@link Strategy#ENGINE}
     * @param ofTransport the charset that the transport names, or null
     * @return {@link Progress#DECIDED} when the expression asks for nothing in the message
     * @throws IllegalArgumentException when only the engine can evaluate the expression
     */
    public Progress begin(Expression toDecide, ResultType asked, String ofTransport, Variables ofMessage) {
        if (toDecide.strategy(asked) == Strategy.ENGINE) {
            throw new IllegalArgumentException(toDecide + " is for the engine: " + toDecide.reason(asked));
        }
        expression = toDecide;
        kind = asked;
        charset = ofTransport;
        variables = ofMessage;
        started = false;
        decided = false;
        value = null;
        if (kept.length > IDLE_BYTES) {
            kept = new byte[0];
        }
        length = 0;
        read = 0;
        StreamPlan plan = toDecide.plan(asked);
        whole = plan == null || !(charset == null || charset.equalsIgnoreCase("UTF-8"));
        if (plan != null) {
            if (known.size() == MOST_PLANS) {
                known.clear();
            }
            matcher = known.computeIfAbsent(plan, JointMatcher::new);
            matcher.begin(tokenizer.generation(), variables);
            decide();
        }
        return decided ? Progress.DECIDED : Progress.NEED_MORE;
    }

    /**
     * Takes the next bytes of the message.
     *
     * @param bytes read during the call only
     * @param to index after the last
     * @throws MalformedXmlException when what was read is not well-formed, or longer than may be kept; one line that says where
     */
    public Progress feed(byte[] bytes, int from, int to) throws MalformedXmlException {
        ByteSource source = (index, target, offset, count) -> System.arraycopy(bytes, index, target, offset, count);
        if (started || whole || decided) {
            return feed(source, from, to);
        }
        start(bytes, from, to);
        run(bytes);
        if (!decided) {
            keep(source, from, to - from);
            tokenizer.grow(kept, 0, length);
        }
        return decided ? Progress.DECIDED : Progress.NEED_MORE;
    }

    /**
     * Takes the next bytes of the message, of which those after the decision are not even copied.
     *
     * @param bytes read during the call only
     * @param to index after the last
     * @throws MalformedXmlException when what was read is not well-formed, or longer than may be kept; one line that says where
     */
    public Progress feed(ByteSource bytes, int from, int to) throws MalformedXmlException {
        int at = from;
        int piece = FIRST_PIECE;
        while (at < to && !decided) {
            int count = Math.min(Math.min(piece, to - at), Math.max(1, mostBytes - length));
            keep(bytes, at, count);
            keptMore();
            at += count;
            piece = 2 * piece;
        }
        return decided ? Progress.DECIDED : Progress.NEED_MORE;
    }

    private void start(byte[] bytes, int from, int to) {
        int names = tokenizer.generation();
        started = true;
        tokenizer.start(bytes, from, to);
        if (names != tokenizer.generation()) {
            matcher.begin(tokenizer.generation(), variables);
        }
    }

    private void keptMore() {
        if (whole) {
            return;
        }
        if (started) {
            tokenizer.grow(kept, 0, length);
        } else {
            start(kept, 0, length);
        }
        run(kept);
    }

    /**
     * Says that the message is complete.
     *
     * @return {@link Progress#NEED_MORE} when {@link #end} will make a tree of {@link #bytesRead} bytes
     */
    public Progress complete() {
        if (!decided && !whole && started) {
            tokenizer.complete();
            run(kept);
        }
        if (!decided) {
            whole = true;
            read = length;
        }
        return decided ? Progress.DECIDED : Progress.NEED_MORE;
    }

    /**
     * Says that the message is complete; afterwards the expression is decided. After {@link #complete} for any thread.
     *
     * @throws MalformedXmlException when it is not well-formed, no SOAP message, or the expression fails on it; one line
     */
    public void end() throws MalformedXmlException {
        if (complete() == Progress.NEED_MORE) {
            parser.check(kept, 0, length, charset);
            value = tree.evaluate(expression, kind, kept, length, charset, variables);
            decided = true;
        }
    }

    /** The expression's string as Synapse would take it, or null (an absent variable). */
    public String string() {
        return (String) require(ResultType.STRING);
    }

    /** Whether the expression holds. */
    public boolean bool() {
        return (Boolean) require(ResultType.BOOLEAN);
    }

    /** How many bytes of the message were looked at for the decision. */
    public int bytesRead() {
        return read;
    }

    /** Whether the decision waited for the whole message. */
    public boolean usedTree() {
        return whole;
    }

    private Object require(ResultType wanted) {
        if (!decided || kind != wanted) {
            throw new IllegalStateException(expression + " was not asked for a " + wanted + ", or is not decided");
        }
        return value;
    }

    private void keep(ByteSource bytes, int at, int count) throws MalformedXmlException {
        if (count > mostBytes - length) {
            throw new MalformedXmlException(
                    "a message of more than " + mostBytes + " bytes, and \"" + expression + "\" is not decided", null);
        }
        if (length + count > kept.length) {
            kept = Arrays.copyOf(kept, Math.max(length + count, Math.min(mostBytes, 2 * kept.length)));
        }
        bytes.copyTo(at, kept, length, count);
        length += count;
    }

    private void run(byte[] bytes) {
        while (!decided && !whole) {
            Token token = matcher.next(tokenizer, bytes);
            if (token == Token.NEED_MORE) {
                return;
            }
            whole = token == Token.REJECTED;
            if (!whole) {
                decide();
            }
        }
    }

    private void decide() {
        if (matcher.isUndecided()) {
            return;
        }
        decided = matcher.values()[0] != null;
        whole = !decided;
        read = started ? tokenizer.bytesRead() : 0;
        if (decided) {
            value = kind == ResultType.BOOLEAN ? matcher.values()[0] : matcher.string(0);
        }
    }

    /** Bytes that can be copied out of where they have arrived. */
    @FunctionalInterface
    public interface ByteSource {

        /**
         * Copies bytes out.
         *
         * @param count how many
         */
        void copyTo(int index, byte[] target, int offset, int count);
    }
}
