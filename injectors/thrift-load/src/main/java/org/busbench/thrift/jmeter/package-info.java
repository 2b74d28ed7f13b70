/** Java samplers for JMeter. */
package org.busbench.thrift.jmeter;
