package org.busbench.mediation.xpath;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.busbench.mediation.xml.SoapNamespaces;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;

/**
 * Evaluates several expressions on one whole message in one pass, with the values that {@link Evaluator} gives for each alone. It fails on no message: what the
 * pass does not decide, because it needs a tree or the message is malformed before, is left for an {@link Evaluator}.
 *
 * <p>Meant to be kept and used for many messages, by one thread; never blocks.
 */
public final class JointEvaluator {
    private static final int MOST_LISTS = 256;

    private final Tokenizer tokenizer;
    private final IdentityHashMap<List<TypedExpression>, JointMatcher> known = new IdentityHashMap<>();
    private JointMatcher matcher;
    private int contentFrom;
    private int contentTo;
    private Map<String, String> namespaces = Map.of();

    /** One that reads by this tokenizer alone. */
    public JointEvaluator(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    /**
     * Reads a message in UTF-8. The results stand until the next one is read.
     *
     * @param expressions a list that does not change, the same object for each message
     * @param toEnd whether to read on behind the last decision, to find the content of the body
     */
    public void read(List<TypedExpression> expressions, byte[] message, Variables variables, boolean toEnd) {
        if (known.size() == MOST_LISTS) {
            known.clear();
        }
        matcher = known.computeIfAbsent(
                expressions,
                all -> new JointMatcher(all.stream()
                        .map(one -> one.expression().plan(one.type()))
                        .toArray(StreamPlan[]::new)));
        contentFrom = -1;
        contentTo = -1;
        tokenizer.start(message, 0, message.length);
        tokenizer.complete();
        matcher.begin(tokenizer.generation(), variables);
        Token token = null;
        while (token != Token.END_DOCUMENT && (toEnd || matcher.isUndecided())) {
            token = matcher.next(tokenizer, message);
            if (token == Token.REJECTED || token == Token.NEED_MORE) {
                contentFrom = -1;
                return;
            }
            place(token);
        }
        contentFrom = token == Token.END_DOCUMENT && !matcher.needsTree() ? contentFrom : -1;
    }

    private void place(Token token) {
        boolean begins = token == Token.START && tokenizer.depth() == 2;
        if (!begins && !(token == Token.END && tokenizer.depth() == 1)) {
            return;
        }
        boolean isBody = tokenizer.tag().name().local().equals("Body")
                && SoapNamespaces.contains(tokenizer.tag().name().namespace());
        if (isBody && begins) {
            boolean isPlain = contentFrom == -1
                    && matcher.isEnvelope()
                    && tokenizer.tag().namespaces().getOrDefault("", "").isEmpty();
            contentFrom = isPlain ? tokenizer.bytesRead() : -2;
            namespaces = tokenizer.tag().namespaces();
        } else if (isBody) {
            contentTo = tokenizer.bytesRead();
        }
    }

    /** Whether the pass decided the expression at that index. */
    public boolean isDecided(int index) {
        return matcher.values()[index] != null;
    }

    /** The value of a decided expression as text in UTF-8, not to be changed; null for none. */
    public byte[] bytes(int index) {
        return matcher.bytes(index);
    }

    /** The same as a string. */
    public String string(int index) {
        return matcher.string(index);
    }

    /** What a decided expression of the type {@code ELEMENTS} selects, in the order of the message. */
    @SuppressWarnings("unchecked")
    public List<ElementSpan> elements(int index) {
        return (List<ElementSpan>) matcher.values()[index];
    }

    /** Lets go of the values and of what they were made of, which may be large. */
    public void forget() {
        matcher.forget();
    }

    /**
     * Where the content of the SOAP body begins; negative if the message was not read to its end, is no envelope, has no body or several, holds a fault or a
     * processing instruction, or binds a default namespace around that content.
     */
    public int contentFrom() {
        return contentFrom;
    }

    /** The namespaces in force around that content, by their prefixes. */
    public Map<String, String> namespaces() {
        return namespaces;
    }

    /** Index after the end tag of the body. */
    public int bodyTo() {
        return contentTo;
    }
}
