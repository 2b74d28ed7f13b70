package org.busbench.reports.compare;

import org.busbench.reports.analysis.Comparison;

/** A cell of a mediator that is in both runs, with figures in one of them, which the other was never to measure. */
public record Alone(Comparison comparison, String adapter, String run) {}
