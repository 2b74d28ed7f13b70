/** Hostile and broken messages for a proxy: what they are, how they are exchanged, and how both sides are judged. */
package org.busbench.harness.torture;
