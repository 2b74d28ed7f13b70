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

    default Handler requests(Handler right) {
        return right;
    }

    default BackendCaller calls(BackendCaller right) {
        return right;
    }

    default Proxy job(Proxy right) {
        return right;
    }
}
