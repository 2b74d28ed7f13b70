/** A run as immutable records. Its directory is read strictly: what is not known is refused, with file and line. */
package org.busbench.reports.run;
