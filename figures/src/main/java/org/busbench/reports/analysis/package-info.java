/** What the trials of a run say together. Pure: records in, records out; nothing is read or written. */
package org.busbench.reports.analysis;
