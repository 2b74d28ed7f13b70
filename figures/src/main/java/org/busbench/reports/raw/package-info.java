/**
 * The raw data behind trials, as far as a page draws them: latency distributions and errors by second. Those of a run
 * directory are read from its evidence folders; absent or broken files leave a gap, never a wrong figure.
 */
package org.busbench.reports.raw;
