/** What can be wrong with a mediator, one practice a class. */
package org.busbench.mutants.fault;
