/** What the test plans read beside the messages: the rows of symbols, nonces and routes. */
package org.busbench.plans;
