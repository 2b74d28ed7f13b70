/** A run directory as immutable records, read strictly: what it does not know it refuses, with file and line. */
package org.busbench.reports.run;
