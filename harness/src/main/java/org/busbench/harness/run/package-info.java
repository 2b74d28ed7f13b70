/** One run from first process to last line: boots the rig, verifies, loads, measures, records. */
package org.busbench.harness.run;
