/**
 * TLS between the wire and whoever uses it: a connection that encrypts stands before one that does not, so that any wire can serve it and
 * nobody above names an engine.
 */
package org.busbench.mediation.wire.tls;
