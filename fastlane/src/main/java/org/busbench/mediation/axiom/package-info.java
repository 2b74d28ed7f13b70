/** The expressions that are not decided while the message streams by: XPath on Axiom's tree of the whole message, as in stock Synapse. */
package org.busbench.mediation.axiom;
