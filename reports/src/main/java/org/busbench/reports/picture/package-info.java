/** Charts as files of their own, SVG and PNG, drawn by the browser of this machine. */
package org.busbench.reports.picture;
