/**
 * TLS between the wire and its user: a connection that encrypts stands before one that does not, so that any wire can serve it and
 * no class above names an engine.
 */
package org.busbench.mediation.wire.tls;
