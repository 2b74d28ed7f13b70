package org.busbench.mediation.compile;

import java.util.List;
import java.util.Objects;

/** Where a request goes: one backend, or the one of several that is picked for it. */
public sealed interface Destination permits Target, Destination.Group {

    /** How one of several is picked. */
    enum Way {
        /** The first one that is ready. */
        FIRST_READY,
        /** The one that was used last, until it fails; then the first one that is ready. */
        STAY,
        /** One after the other. */
        ROUND_ROBIN
    }

    /**
     * Several of which one is picked.
     *
     * @param name in the configuration, for messages
     * @param way how it is picked
     * @param retries whether another one is tried when one fails
     * @param members in their order
     */
    record Group(String name, Way way, boolean retries, List<Destination> members) implements Destination {

        /** A group has members. */
        public Group {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(way, "way");
            members = List.copyOf(members);
            if (members.isEmpty()) {
                throw new IllegalArgumentException("the endpoint '" + name + "' has no members");
            }
        }
    }

    /** {@return whether a request that failed may be sent to another one, so that it has to be kept} */
    default boolean keepsRequests() {
        return this instanceof Group group
                && (group.retries() || group.members().stream().anyMatch(Destination::keepsRequests));
    }
}
