package org.busbench.mediation;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;
import org.busbench.mediation.compile.Destination;
import org.busbench.mediation.compile.Lane;
import org.busbench.mediation.compile.Stage;
import org.busbench.mediation.compile.Target;

/**
 * Which hosts have an address when a configuration is read. The fast lane sends to addresses that it knows; a flow that names a host without one stays with the
 * engine, which asks for it again with each message and lets it fail as an endpoint does.
 *
 * <p>For one thread, which waits for the name service; each name is asked for once.
 */
final class Names {
    private final Map<String, Boolean> found = new HashMap<>();

    /** The lane, or the engine with the reason. */
    Lane checked(Lane lane) {
        if (!(lane instanceof Lane.Fast fast)) {
            return lane;
        }
        String unknown = unknown(fast.flow().request());
        return unknown == null
                ? lane
                : new Lane.Engine(
                        "the host '" + unknown + "' has no address now; read the configuration again when it has");
    }

    private String unknown(Stage stage) {
        if (stage instanceof Stage.Send send) {
            return unknown(send.destination());
        }
        for (Stage next : stage.following()) {
            String name = unknown(next);
            if (name != null) {
                return name;
            }
        }
        return null;
    }

    private String unknown(Destination destination) {
        if (destination instanceof Target target) {
            return found.computeIfAbsent(target.host(), Names::hasAddress) ? null : target.host();
        }
        for (Destination member : ((Destination.Group) destination).members()) {
            String name = unknown(member);
            if (name != null) {
                return name;
            }
        }
        return null;
    }

    private static boolean hasAddress(String host) {
        try {
            return InetAddress.getByName(host) != null;
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
