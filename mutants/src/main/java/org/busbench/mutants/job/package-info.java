/** The three jobs of a mediator, done plainly: whole messages in, whole messages out. */
package org.busbench.mutants.job;
