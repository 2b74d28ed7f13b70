/** Synapse's own sample configurations, from a copy that the user has: they are not ours to ship. */
package org.busbench.mediation.samples;
