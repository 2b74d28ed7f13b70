/**
 * The fast lane: the instructions of compiled flows, and their execution on the I/O thread that owns both connections. Large messages are
 * transformed by a small pool of threads.
 */
package org.busbench.mediation.fastlane;
