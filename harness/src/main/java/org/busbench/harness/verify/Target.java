package org.busbench.harness.verify;

import java.net.URI;

/**
 * Where one scenario of one adapter is reached.
 *
 * @param route the backend instance that must answer every message; null for the one that the job says
 */
public record Target(String adapter, boolean mediator, String scenario, String sends, URI url, String route) {}
