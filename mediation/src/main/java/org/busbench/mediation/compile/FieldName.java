package org.busbench.mediation.compile;

/**
 * A header field that is set from a message.
 *
 * @param name of the field
 * @param quoted whether its value stands in quotes, as that of {@code SOAPAction} does
 */
public record FieldName(String name, boolean quoted) {}
