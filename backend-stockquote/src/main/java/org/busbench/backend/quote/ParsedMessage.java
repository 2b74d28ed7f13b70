package org.busbench.backend.quote;

/**
 * A message that was parsed: a valid operation, or a refusal with its reason.
 *
 * @param operation null when refused
 * @param refusal why it is refused, or null
 * @param nonce the first {@code ref} of a getQuote, or null
 */
public record ParsedMessage(Operation operation, String refusal, String nonce) {
    static ParsedMessage of(Operation operation) {
        return new ParsedMessage(operation, null, operation.nonce());
    }

    /** The nonce is null where none was read. */
    static ParsedMessage refused(String why, String nonce) {
        return new ParsedMessage(null, why, nonce);
    }

    /** Whether the message is not a valid operation. */
    public boolean isRefused() {
        return operation == null;
    }

    /** Returns the operation's name, which is the local name of the body's child; null when refused. */
    public String operationName() {
        return operation == null ? null : operation.name();
    }
}
