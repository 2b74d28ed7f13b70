/** Scenarios as folders of files: what is sent, what must come back, and who answers. */
package org.busbench.harness.scenario;
