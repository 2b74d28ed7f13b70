/**
 * The fast lane at work: runs compiled flows on the I/O thread that owns both connections. What takes long goes to a small pool of threads and comes back.
 */
package org.busbench.mediation.fastlane;
