/** What a load came to: counts per thread, the interval log, the evidence. Knows neither JMeter nor sockets. */
package org.busbench.sampler.record;
