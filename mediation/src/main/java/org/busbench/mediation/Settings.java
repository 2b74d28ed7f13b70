package org.busbench.mediation;

import org.busbench.mediation.config.ListenAddress;
import org.busbench.mediation.config.SynapseHome;
import org.busbench.mediation.config.TlsSettings;

/**
 * What a gateway is told at its start.
 *
 * @param address where clients reach it by plain HTTP
 * @param home what is mediated
 * @param fast whether there is a fast lane at all
 * @param tls keys, trust and the address for HTTPS
 */
record Settings(ListenAddress address, SynapseHome home, boolean fast, TlsSettings tls) {}
