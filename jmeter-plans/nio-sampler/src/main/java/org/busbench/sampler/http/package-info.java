/** HTTP/1.1 answers, byte by byte (RFC 9112). Knows no sockets. */
package org.busbench.sampler.http;
