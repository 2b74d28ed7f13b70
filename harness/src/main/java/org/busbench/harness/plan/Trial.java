package org.busbench.harness.plan;

/**
 * One measured stretch of load on a cell.
 *
 * @param number place in the plan, from 1
 * @param block pass over all cells, from 1
 * @param cell what is measured
 */
public record Trial(int number, int block, Cell cell) {}
