package org.busbench.mediation.compile;

import java.util.Objects;

/**
 * What a proxy does with a request and its answer.
 *
 * @param name of the proxy
 * @param request on the way to a backend
 * @param answer on the way back
 * @param requestFault when something fails before there is an answer
 * @param answerFault when the answer cannot be mediated
 */
public record Flow(String name, Stage request, Reply answer, Fault requestFault, Fault answerFault) {

    /** All of them are needed. */
    public Flow {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(answer, "answer");
        Objects.requireNonNull(requestFault, "requestFault");
        Objects.requireNonNull(answerFault, "answerFault");
    }
}
