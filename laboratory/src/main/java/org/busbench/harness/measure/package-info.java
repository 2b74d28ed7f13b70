/** What a stretch of load cost: CPU time, memory and threads of each process, and how busy the machine was. */
package org.busbench.harness.measure;
