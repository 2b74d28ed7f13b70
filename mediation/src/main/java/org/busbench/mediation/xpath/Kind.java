package org.busbench.mediation.xpath;

/** What is asked of an expression. */
public enum Kind {
    /** What Synapse's {@code SynapseXPath.stringValueOf} gives: {@code switch source}, {@code filter source}. */
    STRING,
    /** What Jaxen's {@code booleanValueOf} gives: {@code filter xpath}. */
    BOOLEAN
}
