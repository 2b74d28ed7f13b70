/**
 * The raw data behind trials, as far as a page draws them: latency distributions and errors by second. Read from the
 * evidence folders of a run directory; absent or broken files leave a gap, never a wrong figure.
 */
package org.busbench.reports.raw;
