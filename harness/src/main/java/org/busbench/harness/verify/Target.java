package org.busbench.harness.verify;

import java.net.URI;
import org.busbench.harness.adapter.Reach;

/**
 * Where one scenario of one adapter is reached.
 *
 * @param route the backend instance that must answer every message; null for the one that the job says
 * @param reach how clients reach it
 */
public record Target(
        String adapter, boolean mediator, String scenario, String sends, URI url, String route, Reach reach) {
    /** Of an adapter that is started here. */
    public Target(String adapter, boolean mediator, String scenario, String sends, URI url, String route) {
        this(adapter, mediator, scenario, sends, url, route, Reach.STARTED_HERE);
    }
}
