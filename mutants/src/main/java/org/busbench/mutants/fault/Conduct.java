package org.busbench.mutants.fault;

import org.busbench.mutants.job.Proxy;
import org.busbench.mutants.wire.Caller;
import org.busbench.mutants.wire.Handler;

/**
 * How a mediator behaves: each of its parts may be replaced by one that is wrong. What is not overridden is right. Asked
 * once, before the loop runs; the parts work on the loop's thread.
 */
public interface Conduct {

    /** Nothing is wrong. */
    Conduct RIGHT = new Conduct() {};

    /**
     * Wraps the one who answers the clients.
     *
     * @param right what a right mediator does
     * @return what this one does
     */
    default Handler requests(Handler right) {
        return right;
    }

    /**
     * Wraps the one who asks the backends.
     *
     * @param right what a right mediator does
     * @return what this one does
     */
    default Caller calls(Caller right) {
        return right;
    }

    /**
     * Changes one of the jobs.
     *
     * @param right what a right mediator does
     * @return what this one does
     */
    default Proxy job(Proxy right) {
        return right;
    }
}
