/**
 * HTTP/1.1 and 1.0 over the wire: heads read and written by our own incremental parser, bodies passed on in the buffers in which they
 * arrived, a client's and a backend's connection on one loop. What a proxy does with a message is decided behind {@link
 * org.busbench.mediation.http.Handler}.
 */
package org.busbench.mediation.http;
