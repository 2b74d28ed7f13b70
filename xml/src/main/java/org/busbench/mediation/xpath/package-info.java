/**
 * XPath 1.0 over SOAP messages with the meaning that Synapse gives it: bytes in, decision out, no sockets.
 * {@link org.busbench.mediation.xpath.Expression} is compiled once and says whether it can be decided while the message streams by;
 * {@link org.busbench.mediation.xpath.Evaluator} decides it.
 */
package org.busbench.mediation.xpath;
