/**
 * Synapse's own mediators as steps of a flow: their message is a tree that the flow owns, and Axis2, its transports and its threads have no part in it.
 */
package org.busbench.mediation.embedded;
