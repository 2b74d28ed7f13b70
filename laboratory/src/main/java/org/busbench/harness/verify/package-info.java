/** Whether a system really does its jobs: real messages without load, answers compared as XML. */
package org.busbench.harness.verify;
