package org.busbench.mediation.compile;

import java.util.EnumSet;
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

    /**
     * {@return the version of SOAP that its requests have to have, or that of the message for any}
     *
     * @throws IllegalArgumentException when its endpoints want different ones
     */
    public Fault.Version version() {
        Set<Fault.Version> wanted = EnumSet.noneOf(Fault.Version.class);
        collectVersions(request, wanted);
        wanted.remove(Fault.Version.OF_THE_MESSAGE);
        if (wanted.size() > 1) {
            throw new IllegalArgumentException("its endpoints want messages of different versions of SOAP");
        }
        return wanted.isEmpty()
                ? Fault.Version.OF_THE_MESSAGE
                : wanted.iterator().next();
    }

    private static void collectVersions(Stage stage, Set<Fault.Version> to) {
        if (stage instanceof Stage.Send send) {
            collectVersions(send.destination(), to);
        }
        stage.following().forEach(next -> collectVersions(next, to));
    }

    private static void collectVersions(Destination destination, Set<Fault.Version> to) {
        if (destination instanceof Target target) {
            to.add(target.version());
        } else if (destination instanceof Destination.Group group) {
            group.members().forEach(member -> collectVersions(member, to));
        }
    }

    private static void collect(Stage stage, Set<Stylesheet> to) {
        if (stage instanceof Stage.Change change) {
            to.add(change.transform().stylesheet());
        }
        stage.following().forEach(next -> collect(next, to));
    }
}
