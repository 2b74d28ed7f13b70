/**
 * XSLT on messages: bytes in, bytes out, no sockets. A stylesheet is compiled once; the message goes from our tokenizer straight into Saxon's tree
 * builder, and the result from Saxon straight into UTF-8 bytes. What Synapse's {@code xslt} mediator does to an envelope is done here in the same way.
 */
package org.busbench.mediation.xslt;
