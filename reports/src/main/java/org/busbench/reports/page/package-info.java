/** One self-contained HTML page that draws a run. */
package org.busbench.reports.page;
