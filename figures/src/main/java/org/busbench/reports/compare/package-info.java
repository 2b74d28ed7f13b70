/** Runs side by side: what changed from one to another, and whether that is more than a user allows. Pure: records in, records out. */
package org.busbench.reports.compare;
