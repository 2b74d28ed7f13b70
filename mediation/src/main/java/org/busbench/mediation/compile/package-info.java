/**
 * Compiles the proxies of a Synapse configuration, as Synapse's own classes read it, to flows of the fast lane. Pure: it touches no message and no
 * socket. A proxy in which anything is not known stays in the engine lane, with the reason.
 */
package org.busbench.mediation.compile;
