/** What will be measured, in which order: a pure function of suite and adapters. */
package org.busbench.harness.plan;
