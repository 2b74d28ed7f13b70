/**
 * The run directory: the only thing that a run leaves and the only thing that reports read. Its JSON is the contract
 * between both; the records here are that JSON, component by component.
 */
package org.busbench.harness.record;
