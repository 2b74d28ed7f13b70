package org.busbench.mediation.compile;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.busbench.mediation.xslt.Stylesheet;

/**
 * What a proxy, or the main sequence, does with a request and its answer.
 *
 * @param name of the proxy; {@code main} for the main sequence
 * @param request on the way to a backend
 * @param answer on the way back
 * @param fault when something fails and no sequence has an error handler of its own
 */
public record Flow(String name, Stage request, Stage answer, Stage fault) {

    /** All of them are needed. */
    public Flow {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(answer, "answer");
        Objects.requireNonNull(fault, "fault");
    }

    /** {@return its stylesheets, each once, those of requests first} */
    public List<Stylesheet> stylesheets() {
        Set<Stylesheet> all = new LinkedHashSet<>();
        collect(request, all);
        collect(answer, all);
        return List.copyOf(all);
    }

    private static void collect(Stage stage, Set<Stylesheet> to) {
        if (stage instanceof Stage.Change change) {
            to.add(change.transform().stylesheet());
        }
        stage.following().forEach(next -> collect(next, to));
    }
}
