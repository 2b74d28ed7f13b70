/** One run from first process to last line: starts its processes, verifies, loads, measures, records. */
package org.busbench.harness.run;
