package org.busbench.backend.quote;

/** A message that was parsed: a valid operation, or a refusal with its reason. */
public final class ParsedMessage {
    private final Operation operation;
    private final String refusal;

    private ParsedMessage(Operation operation, String refusal) {
        this.operation = operation;
        this.refusal = refusal;
    }

    static ParsedMessage of(Operation operation) {
        return new ParsedMessage(operation, null);
    }

    static ParsedMessage refused(String why) {
        return new ParsedMessage(null, why);
    }

    /** Whether the message is not a valid operation. */
    public boolean isRefused() {
        return operation == null;
    }

    /** Returns the operation's name, which is the local name of the body's child; null when refused. */
    public String operationName() {
        return operation == null ? null : operation.name();
    }

    Operation operation() {
        return operation;
    }

    String refusal() {
        return refusal;
    }
}
