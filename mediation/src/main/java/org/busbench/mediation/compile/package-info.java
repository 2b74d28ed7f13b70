/**
 * Proxies of a Synapse configuration, as Synapse's own classes read it, turned into what the fast lane does with a message. Pure: no message and no
 * socket is touched. A proxy in which anything is not known stays in the engine lane, with the reason.
 */
package org.busbench.mediation.compile;
