/** Starts, watches and ends processes, so that none outlives its harness. */
package org.busbench.harness.process;
