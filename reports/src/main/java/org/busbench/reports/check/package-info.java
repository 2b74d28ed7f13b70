/**
 * Whether a run directory is what it says: each figure is computed again from the raw data, by other code than that which
 * recorded it, and the links between its files are followed.
 */
package org.busbench.reports.check;
