package org.busbench.mediation.compile;

import java.time.Duration;

/**
 * A backend's address.
 *
 * @param endpoint its name in the configuration, for messages
 * @param host as it is written there
 * @param port 1 to 65535
 * @param path with query, as it is asked for
 * @param timeout how long an answer may take
 */
public record Target(String endpoint, String host, int port, String path, Duration timeout) {}
