/** A driver that blocks on nothing: one thread, many connections. */
package org.busbench.thrift.drive;
