/** A small mediator that is right, and the same one broken on purpose: what the suite's checks are tested with. */
package org.busbench.mutants;
