/** The wire interfaces on non-blocking channels of the JDK: one selector for each loop. */
package org.busbench.mediation.wire.nio;
