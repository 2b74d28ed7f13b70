package org.busbench.mediation.xpath;

/** The result that is asked of an {@link Expression}. */
public enum ResultType {
    /** The result of Synapse's {@code SynapseXPath.stringValueOf}: {@code switch source}, {@code filter source}. */
    STRING,
    /** The result of Jaxen's {@code booleanValueOf}: {@code filter xpath}. */
    BOOLEAN,
    /** The elements that Jaxen's {@code selectNodes} finds, or those whose own texts it finds; for a {@link JointEvaluator}. */
    ELEMENTS
}
