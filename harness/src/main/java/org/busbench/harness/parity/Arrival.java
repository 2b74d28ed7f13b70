package org.busbench.harness.parity;

import org.busbench.common.http.HttpMessage;

/**
 * A message that came whole to the backend's stand-in.
 *
 * @param instance which of its instances, {@code backend-A} for instance
 * @param connection number of the connection since the stand-in began
 * @param port the mediator's end of it
 * @param request as it came
 * @param answer as it is written
 */
record Arrival(String instance, int connection, int port, HttpMessage request, HttpMessage answer) {}
