/**
 * Published statistical methods, each in a file of its own. Numbers in, numbers out: nothing here knows what a trial is.
 * Everything is pure and immutable, so any thread may call it.
 */
package org.busbench.reports.statistics;
