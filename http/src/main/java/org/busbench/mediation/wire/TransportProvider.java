package org.busbench.mediation.wire;

import java.io.IOException;
import java.util.Optional;
import java.util.ServiceLoader;

/** A transport in a module of its own, beside {@code wire.nio}, which is always there: a service of {@link ServiceLoader}. Its methods are for any thread. */
public interface TransportProvider {

    /** {@return the name by which it is asked for} */
    String name();

    /** {@return why this machine, or this JVM, cannot have it, in one line; null when it can: everything that a loop uses was tried} */
    String refusal();

    /**
     * Starts loops.
     *
     * @param loops how many; one core each is enough for each
     * @param limits what each loop may hold
     * @throws IOException if the system does not give what {@link #refusal} had found
     */
    Wire start(int loops, WireLimits limits) throws IOException;

    /** {@return the one of that name on the class path, if there is one} */
    static Optional<TransportProvider> named(String name) {
        return ServiceLoader.load(TransportProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.name().equals(name))
                .findFirst();
    }
}
