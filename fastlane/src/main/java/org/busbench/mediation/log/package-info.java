/** Writing without keeping an I/O thread: a bounded queue, one thread that writes, and files that can be moved away. */
package org.busbench.mediation.log;
