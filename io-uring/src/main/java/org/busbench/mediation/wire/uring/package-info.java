/**
 * Loops on io_uring, Linux's rings of submissions and completions, for Java 22 and newer. The kernel receives into the loop's pooled buffers by itself, and one
 * system call a turn hands over everything that is to be sent.
 */
package org.busbench.mediation.wire.uring;
