/** The server process. */
package org.busbench.thrift.server;
