package org.busbench.harness.run;

import java.time.Instant;
import org.busbench.harness.load.Window;
import org.busbench.harness.measure.Cost;

/**
 * What happened while a plan ran.
 *
 * @param startedAt when the load began
 * @param window what was measured
 * @param cost what the window cost
 * @param complete false when the system under test or the rig died before the window's intended end
 */
record LoadWindow(Instant startedAt, Window window, Cost cost, boolean complete) {}
