package org.busbench.mediation.xslt.stream;

import java.util.List;

/**
 * A node-set: attributes, then what a path leads to. More than one path is only taken where that is document order.
 *
 * @param paths in document order
 */
record Selection(List<Step> paths) {

    Selection {
        paths = List.copyOf(paths);
    }

    Reach reach() {
        return paths.stream().allMatch(path -> path.reach() == Reach.TAG) ? Reach.TAG : Reach.ALL;
    }

    void each(Transducer run, int from, Visitor visitor) throws GaveUp {
        for (int i = 0; i < paths.size(); i++) {
            paths.get(i).each(run, from, visitor);
        }
    }

    /** The first node, or {@link Step#NOTHING}. */
    int first(Transducer run, int from) throws GaveUp {
        for (int i = 0; i < paths.size(); i++) {
            int first = paths.get(i).first(run, from);
            if (first != Step.NOTHING) {
                return first;
            }
        }
        return Step.NOTHING;
    }
}
