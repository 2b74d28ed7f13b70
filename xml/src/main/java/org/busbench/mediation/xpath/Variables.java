package org.busbench.mediation.xpath;

/** The variables that Synapse gives to expressions beside {@code $body} and {@code $header}. Asked on the thread of the evaluation. */
@FunctionalInterface
public interface Variables {
    /** Knows no variable: each is null. */
    Variables NONE = (prefix, name) -> null;

    /**
     * {@return the value, or null when there is none; the same answer throughout one evaluation}
     *
     * @param prefix {@code trp} for a transport header, {@code ctx} for a property of the message; {@code axis2}, {@code url}
     */
    String value(String prefix, String name);
}
