/** The one model of what a run says, made from its analysis: {@code export} writes it, and the page draws from it. */
package org.busbench.reports.results;
