/** What an operator asks a running mediator: is it well, what has it done, what do its threads do, and that it read its configuration again. */
package org.busbench.mediation.admin;
