package org.busbench.supply;

/** Something that must not be shipped as it is. The message has a line for each fault, and says what to do. */
final class SupplyChainException extends RuntimeException {
    private static final long serialVersionUID = 1;

    SupplyChainException(String message) {
        super(message);
    }
}
