package org.busbench.mediation.fastlane;

import java.util.List;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xpath.TypedExpression;

/** Makes another message of the bytes of one, as a mediator of Synapse would of its tree. Immutable. */
public interface ContentChange {

    /** Stands for a message whose content stays. */
    @SuppressWarnings("MutablePublicArray") // it has no element
    byte[] SAME = {};

    /** What it reads of the message. */
    BodyNeed need();

    /** The expressions that it evaluates. */
    List<TypedExpression> expressions();

    /**
     * Returns the message as it is then, or {@link #SAME}; null when Synapse's own object has to decide. For any thread, with its own tools,
     * while the message's own thread waits.
     *
     * @param message in UTF-8
     */
    byte[] change(byte[] message, ExpressionValues values, ThreadTools tools) throws MalformedXmlException;
}
