package org.busbench.mediation.compile;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.busbench.mediation.xslt.Stylesheet;

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

    /** {@return its stylesheets, each once, those of requests first} */
    public List<Stylesheet> stylesheets() {
        Set<Stylesheet> all = new LinkedHashSet<>();
        collect(request, all);
        answer.transforms().forEach(transform -> all.add(transform.stylesheet()));
        return List.copyOf(all);
    }

    private static void collect(Stage stage, Set<Stylesheet> to) {
        if (stage instanceof Stage.Change change) {
            to.add(change.transform().stylesheet());
            collect(change.next(), to);
        } else if (stage instanceof Stage.Choose choose) {
            choose.choice().branches().forEach(branch -> collect(branch, to));
        }
    }
}
