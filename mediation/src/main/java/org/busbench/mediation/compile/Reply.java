package org.busbench.mediation.compile;

import java.util.List;

/**
 * What happens to a backend's answer on its way to the client.
 *
 * @param transforms in their order
 * @param fields changes to the header fields
 */
public record Reply(List<Transform> transforms, List<Field> fields) {

    /** Makes the lists unchangeable. */
    public Reply {
        transforms = List.copyOf(transforms);
        fields = List.copyOf(fields);
    }
}
