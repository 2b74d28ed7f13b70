/** The mediator's program. */
package org.busbench.mediation;
