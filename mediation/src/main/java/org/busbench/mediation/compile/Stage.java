package org.busbench.mediation.compile;

import java.util.List;

/** What happens to a request next. A tree whose leaves send; what follows a choice in the configuration stands in each of its branches. */
public sealed interface Stage {

    /**
     * Goes to a backend.
     *
     * @param target which
     * @param fields changes to the header fields
     */
    record Send(Target target, List<Field> fields) implements Stage {

        /** Makes the list unchangeable. */
        public Send {
            fields = List.copyOf(fields);
        }
    }

    /**
     * Takes one of several ways.
     *
     * @param choice which
     */
    record Choose(Choice<Stage> choice) implements Stage {}

    /**
     * Goes through a stylesheet.
     *
     * @param transform which
     * @param next what happens then
     */
    record Change(Transform transform, Stage next) implements Stage {}

    /** {@return how much of the message is looked at} */
    default Reads reads() {
        if (this instanceof Choose choose) {
            Reads after = choose.choice().branches().stream()
                    .map(Stage::reads)
                    .max(Reads::compareTo)
                    .orElse(Reads.NOTHING);
            return choose.choice().reads().then(after);
        }
        return this instanceof Change ? Reads.WHOLE : Reads.NOTHING;
    }
}
