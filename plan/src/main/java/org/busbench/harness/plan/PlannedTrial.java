package org.busbench.harness.plan;

import org.busbench.record.Purpose;

/**
 * One measured stretch of load on a cell.
 *
 * @param number place in the plan, from 1
 * @param block pass over all cells, from 1; of a search, its round
 */
public record PlannedTrial(int number, int block, Cell cell, Purpose purpose) {}
