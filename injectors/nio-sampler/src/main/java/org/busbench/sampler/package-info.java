/**
 * The NIO sampler as JMeter sees it: {@link org.busbench.sampler.NioSampler}, its settings, and what it tells listeners.
 */
package org.busbench.sampler;
