/**
 * A JMeter that stays up: one JVM in which plans are run one after another, so that each trial meets warm code.
 *
 * <p>{@link org.busbench.injector.Injector} reads commands and writes events, {@link org.busbench.injector.JMeterRuntime}
 * is JMeter's process-wide state, {@link org.busbench.injector.PlanRun} is one run of one plan.
 */
package org.busbench.injector;
