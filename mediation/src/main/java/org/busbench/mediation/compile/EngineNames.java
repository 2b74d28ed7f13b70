package org.busbench.mediation.compile;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.axis2.transport.base.BaseConstants;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.transport.nhttp.NhttpConstants;
import org.apache.synapse.transport.passthru.PassThroughConstants;

/** Names of properties to which Synapse and its transports give a meaning, or may: whoever sets or asks for one needs the engine. */
final class EngineNames {

    private static final Set<String> NAMES = names();

    private EngineNames() {}

    static boolean contains(String name) {
        return NAMES.contains(name) || name.startsWith("synapse.") || name.startsWith("_");
    }

    private static Set<String> names() {
        Set<String> names = new HashSet<>(List.of("LB_COOKIE_HEADER", "MessageID", "proxy.name"));
        for (Class<?> constants : List.of(
                SynapseConstants.class, NhttpConstants.class, PassThroughConstants.class, BaseConstants.class)) {
            for (Field field : constants.getFields()) {
                if (field.getType() == String.class && Modifier.isStatic(field.getModifiers())) {
                    names.add(value(field));
                }
            }
        }
        return Set.copyOf(names);
    }

    private static String value(Field constant) {
        try {
            return String.valueOf(constant.get(null));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a public constant of a public class: " + constant, e);
        }
    }
}
