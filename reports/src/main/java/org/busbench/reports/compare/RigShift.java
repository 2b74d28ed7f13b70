package org.busbench.reports.compare;

import org.busbench.reports.analysis.Measure;

/**
 * How a control's figures moved from run to run: what the machine did, rather than any mediator.
 *
 * @param ratio second run over first: the median over the cells that both measured
 */
public record RigShift(Measure measure, String control, double ratio) {}
