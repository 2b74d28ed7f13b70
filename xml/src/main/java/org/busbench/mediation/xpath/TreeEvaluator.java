package org.busbench.mediation.xpath;

import org.busbench.mediation.xml.MalformedXmlException;

/**
 * Evaluates expressions of {@link Expression.Strategy#TREE}, and any expression on a message that the tokenizer rejects, on a tree of the whole message. Called
 * on the thread of the evaluation, for messages that are well-formed and have no document type.
 */
@FunctionalInterface
public interface TreeEvaluator {
    /** For programs without trees: fails on each message. */
    TreeEvaluator NONE = (expression, asked, bytes, length, charset, variables) -> {
        throw new MalformedXmlException(
                "\"" + expression + "\" needs a tree of this message, and nothing here makes one", null);
    };

    /**
     * {@return a String or null when a {@link ResultType#STRING} is asked, else a Boolean}
     *
     * @param bytes the message, which ends before {@code length}
     * @param charset the charset that the transport names, or null to go by the message itself
     * @throws MalformedXmlException when it is no SOAP message, or the expression fails on it; one line
     */
    Object evaluate(
            Expression expression, ResultType asked, byte[] bytes, int length, String charset, Variables variables)
            throws MalformedXmlException;
}
