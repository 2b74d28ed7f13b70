/** One thread, one selector, many connections: requests out, answers in, each judged. Knows nothing of JMeter. */
package org.busbench.sampler.wire;
