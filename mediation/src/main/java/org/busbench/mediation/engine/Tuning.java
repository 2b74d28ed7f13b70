package org.busbench.mediation.engine;

import org.apache.synapse.transport.passthru.config.PassThroughConfiguration;

/** What {@code passthru-http.properties} on the class path says of the transport. */
final class Tuning {

    private Tuning() {}

    /** Size of the buffer between the two connections of a message, in bytes. */
    static int bufferBytes() {
        return PassThroughConfiguration.getInstance().getIntProperty("io_buffer_size", 8 * 1024);
    }
}
