package org.busbench.mediation.compile;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;

/**
 * A backend's address.
 *
 * @param endpoint its name in the configuration, for messages; the state of an endpoint belongs to its name
 * @param kind of endpoint, as Synapse calls it in messages: Address, WSDL, Default
 * @param secure whether it is reached by TLS
 * @param host as it is written there
 * @param port 1 to 65535
 * @param path with query, as it is asked for
 * @param timeout how long an answer may take
 * @param discards whether a message whose time is up is dropped: nobody is told, and no other endpoint is tried
 * @param suspension what follows when it fails
 * @param finalCodes error codes after which no other endpoint is tried
 * @param version of SOAP that it wants: of the message, or one, which a message in another would have to be converted to
 */
public record Target(
        String endpoint,
        String kind,
        boolean secure,
        String host,
        int port,
        String path,
        Duration timeout,
        boolean discards,
        Suspension suspension,
        Set<Integer> finalCodes,
        Fault.Version version)
        implements Destination {

    /** Makes the set unchangeable. */
    public Target {
        Objects.requireNonNull(endpoint, "endpoint");
        Objects.requireNonNull(suspension, "suspension");
        Objects.requireNonNull(version, "version");
        finalCodes = Set.copyOf(finalCodes);
    }
}
