/** The ramp that every injector drives, and the log that every process keeps of it. */
package org.busbench.thrift.ramp;
