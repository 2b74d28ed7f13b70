package org.busbench.mediation.xpath;

/**
 * A variable of a message for which an expression asks.
 *
 * @param prefix {@code trp}, {@code ctx}, {@code axis2} or {@code url}
 * @param name what follows the colon
 */
public record Variable(String prefix, String name) {}
