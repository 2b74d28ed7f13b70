package org.busbench.mutants.fault;

import org.busbench.mutants.job.Proxy;
import org.busbench.mutants.wire.BackendCaller;
import org.busbench.mutants.wire.Handler;

/**
 * One fault of the mediator: it replaces a part by one that is wrong. A part that is not overridden is right. The methods are called once, before the reactor
 * runs; the parts work on the reactor's thread.
 */
public interface Fault {

    /** Does nothing wrong. */
    Fault NONE = new Fault() {};

    /** Wraps the handler of requests. */
    default Handler requests(Handler right) {
        return right;
    }

    /** Wraps the caller of the backends. */
    default BackendCaller calls(BackendCaller right) {
        return right;
    }

    /** Changes one of the jobs. */
    default Proxy job(Proxy right) {
        return right;
    }
}
