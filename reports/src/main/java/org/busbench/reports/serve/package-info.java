/** Shows runs on 127.0.0.1: those of a folder, and one while it goes. */
package org.busbench.reports.serve;
