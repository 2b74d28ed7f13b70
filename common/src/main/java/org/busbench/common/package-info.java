/**
 * What injector, harness and reports share. The mediator's main code imports nothing of it: what tests the mediator must
 * not share its faults.
 */
package org.busbench.common;
