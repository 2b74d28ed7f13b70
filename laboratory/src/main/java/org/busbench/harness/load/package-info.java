/** Load on a system under test: the warm injector, and what its sample log says about a stretch of time. */
package org.busbench.harness.load;
