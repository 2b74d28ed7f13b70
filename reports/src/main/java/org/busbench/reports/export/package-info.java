/** The run as files for other programs. */
package org.busbench.reports.export;
