package org.busbench.mediation.compile;

import java.util.Map;
import org.busbench.mediation.xslt.MessageTransformer.Part;
import org.busbench.mediation.xslt.Stylesheet;

/**
 * A transformation: Synapse's {@code xslt}.
 *
 * @param stylesheet how
 * @param selection of what
 * @param parameters of the stylesheet, by name
 */
public record Transform(Stylesheet stylesheet, Part selection, Map<String, Value> parameters) {

    /** Makes the map unchangeable. */
    public Transform {
        parameters = Map.copyOf(parameters);
    }
}
